import type { ComponentProps } from 'react';
import BaseButton from 'react-bootstrap/Button';

/** Bootstrap's button, which keeps the focus while it is disabled: else the keyboard starts over at the page's top. */
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
