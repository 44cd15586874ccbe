import { type ComponentProps, createElement } from 'react';

/** An icon as lucide has it: its elements in a square of `size`. */
interface IconData {
  name: string;
  size: number;
  node: readonly [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends ComponentProps<'svg'> {
  /** Edge in px. */
  size?: number;
}

/**
 * What builds put in place of lucide's own function of this name (packages/build/webpack.cjs): that one knows colours by
 * context, aliases and strokes that don't scale, and weighs as much as twenty icons.
 */
export default function createLucideIcon({ name, size: box, node }: IconData) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, at the top of its file
  return function Icon({ size = box, className = '', ...props }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${box} ${box}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`lucide lucide-${name} ${className}`}
        aria-hidden="true"
        {...props}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    );
  };
}
