import { isIPv6 } from 'node:net';

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** Browser and system of a User-Agent, as a person recognises their devices: 'Firefox on Windows'. */
export function deviceOf(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Other browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** The first part of a network address, as addresses are shortened: 192.0.2.x, 2001:db8:1::. Enough to see that it is another place. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv6(plain)) return `${plain.split(':').slice(0, 3).join(':')}::`;
  return `${plain.split('.').slice(0, 3).join('.')}.x`;
}
