import { type ComponentProps, createElement } from 'react';

export interface IconProps extends ComponentProps<'svg'> {
  /** Edge in px. */
  size?: number;
}

/** Edge of the square that icons are drawn in. */
const BOX = 24;

/**
 * Makes an icon's component.
 * @param name as Lucide has it: a class of the element
 * @param shapes its elements, in a square of 24
 */
export function createIcon(
  name: string,
  shapes: readonly (readonly [tag: string, attributes: Record<string, string>])[],
) {
  return function Icon({ size = BOX, className = '', ...props }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${BOX} ${BOX}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`lucide lucide-${name} ${className}`}
        aria-hidden="true"
        {...props}
      >
        {shapes.map(([tag, attributes]) =>
          createElement(tag, { ...attributes, key: JSON.stringify(attributes) }),
        )}
      </svg>
    );
  };
}
