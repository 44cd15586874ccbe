import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

/** The colours of a theme by their token. */
function coloursOf(theme: string): Map<string, string> {
  const block = css.split(`[data-bs-theme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--pd-([\w-]+): (#\w{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** Relative luminance (WCAG 2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['ground', 'surface', 'sunken', 'raised'];
const INKS = ['ink', 'muted', 'accent', 'accent-strong', 'danger', 'success', 'amber', 'blue', 'plum'];
const on = (inks: string[], grounds: string[], least: number) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground, least] as const));

/** Texts need 4.5, the lines that show where a control is 3 (WCAG 2.2 AA). */
const PAIRS = [
  ...on(INKS, GROUNDS, 4.5),
  ...on(['on-accent'], ['accent', 'accent-strong'], 4.5),
  ...on(['accent', 'accent-strong'], ['accent-soft'], 4.5),
  ...on(['ink', 'danger'], ['danger-soft'], 4.5),
  ...on(['ink', 'amber'], ['amber-soft'], 4.5),
  ...on(['ink', 'success'], ['success-soft'], 4.5),
  ...on(['ink', 'blue'], ['blue-soft'], 4.5),
  ...on(['surface'], ['danger'], 4.5),
  ...on(['line-strong'], GROUNDS, 3),
];

describe.each(['light', 'dark'])('%s', (theme) => {
  const colours = coloursOf(theme);
  it.each(PAIRS)('%s can be distinguished from %s', (ink, ground, least) => {
    expect(contrast(colours.get(ink) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(least);
  });
});
