import type { ComponentProps } from 'react';
import BaseButton from 'react-bootstrap/Button';

/**
 * Bootstrap's button. A disabled one can still have the focus: a browser takes it from a button that is disabled while
 * its work is under way, and the keyboard would start over at the top of the page.
 */
export function Button({ disabled, className = '', onClick, ...props }: ComponentProps<typeof BaseButton>) {
  return (
    <BaseButton
      {...props}
      className={disabled ? `${className} pd-disabled` : className}
      {...(disabled && { 'aria-disabled': true })}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    />
  );
}
