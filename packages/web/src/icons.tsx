import type { ComponentProps } from 'react';

/** Edge of the square that icons are drawn in. */
const BOX = 24;

type IconProps = ComponentProps<'svg'> & { size: number };

/**
 * A drawing in lines of the text's colour, decoration beside a text. Most are Lucide's (LICENSE-lucide), the shapes of
 * each put into one path; where those look like one that is used already, it is drawn in the same square.
 * @param drawing the data of its path, in a square of 24
 */
export function Icon({ drawing, size, ...props }: IconProps & { drawing: string }) {
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
      aria-hidden="true"
      {...props}
    >
      <path d={drawing} />
    </svg>
  );
}

/** Each call is marked as pure: a bundle carries the icons that it shows, and no others. */
const createIcon = (drawing: string) => (props: IconProps) => <Icon drawing={drawing} {...props} />;

export const ChevronDown = /* @__PURE__ */ createIcon('M6 9l6 6 6-6');
export const LogOut = /* @__PURE__ */ createIcon(
  'M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4',
);
export const Menu = /* @__PURE__ */ createIcon('M4 5h16M4 12h16M4 19h16');
export const Moon = /* @__PURE__ */ createIcon(
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
);
export const PanelLeft = /* @__PURE__ */ createIcon(
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM9 3v18',
);
export const Search = /* @__PURE__ */ createIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0');
export const Sun = /* @__PURE__ */ createIcon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
);
export const X = /* @__PURE__ */ createIcon('M18 6 6 18M6 6l12 12');
