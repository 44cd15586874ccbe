import { MongoError } from '../errors';

const refuse = (pattern: string, what: string): never => {
  throw new MongoError(
    51091,
    `Regular expression is invalid: ${what} is not supported by the embedded server: ${pattern}`,
  );
};

const CLASSES: Record<string, string> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: ' \\t\\n\\v\\f\\r',
};

/**
 * A JavaScript expression that matches what MongoDB's (PCRE) matches; what the two read differently is rewritten, what
 * only PCRE knows is refused by name. Options: i, m, s, u.
 */
export function compileRegex(pattern: string, options: string): RegExp {
  for (const option of options)
    if (!'imsu'.includes(option)) throw new MongoError(51108, `invalid flag in regex options: ${option}`);
  const multiline = options.includes('m');
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === '\\') {
      const next = pattern[++i];
      if (next === undefined) refuse(pattern, 'a trailing backslash');
      out += escaped(pattern, next!, inClass);
      if (next === 'x') {
        const hex = /^[0-9a-fA-F]{2}/.exec(pattern.slice(i + 1));
        if (!hex) refuse(pattern, '\\x without two digits');
        out += hex![0];
        i += 2;
      }
    } else if (inClass) {
      if (c === '[' && /^\[[:.=]/.test(pattern.slice(i))) refuse(pattern, 'a POSIX class');
      inClass = c !== ']';
      out += c === '[' || (c === '&' && pattern[i + 1] === '&') ? `\\${c}` : c;
    } else if (c === '[') {
      if (/^\[\^?\]/.test(pattern.slice(i))) refuse(pattern, 'an empty class');
      inClass = true;
      out += c;
      if (pattern[i + 1] === '^') out += pattern[++i];
    } else if (c === '(' && pattern[i + 1] === '?') {
      const group = /^\(\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>)/.exec(pattern.slice(i));
      if (!group) refuse(pattern, `${pattern.slice(i, i + 3)}…`);
      out += group![0];
      i += group![0].length - 1;
    } else if (c === '(' && pattern[i + 1] === '*') refuse(pattern, '(*…');
    else if ('+*?}'.includes(c) && pattern[i + 1] === '+') refuse(pattern, 'a possessive quantifier');
    else if (c === '$') out += multiline ? '(?=\\n|(?![^]))' : '(?=\\n?(?![^]))';
    else if (c === '^') out += multiline ? '(?<![^\\n])(?:(?<![^])|(?=[^]))' : '^';
    else if (c === '.') out += options.includes('s') ? '[^]' : '[^\\n]';
    else if (c === '{') {
      const times = /^\{\d+(,\d*)?\}/.exec(pattern.slice(i));
      out += times ? times[0] : '\\{';
      if (times) {
        i += times[0].length - 1;
        if (pattern[i + 1] === '+') refuse(pattern, 'a possessive quantifier');
      }
    } else out += c === '}' || c === ']' ? `\\${c}` : c;
  }
  try {
    return new RegExp(out, options.includes('i') ? 'iu' : 'u');
  } catch {
    throw new MongoError(51091, `Regular expression is invalid: ${pattern}`);
  }
}

function escaped(pattern: string, c: string, inClass: boolean): string {
  const lower = CLASSES[c.toLowerCase()];
  if (lower) {
    if (c !== c.toLowerCase()) return inClass ? refuse(pattern, `\\${c} in a class`) : `[^${lower}]`;
    return inClass ? lower : `[${lower}]`;
  }
  if ('tnrfvx'.includes(c)) return `\\${c}`;
  if (/[bB1-9]/.test(c) && !inClass) return `\\${c}`;
  if (/[A-Za-z0-9]/.test(c)) return refuse(pattern, `\\${c}`);
  if ('^$\\.*+?()[]{}|/'.includes(c) || (c === '-' && inClass)) return `\\${c}`;
  return c;
}

/** The text every match has to start with, for an index range: '' unless the pattern is anchored and matches case. */
export function literalPrefix(pattern: string, options: string): string {
  if (!pattern.startsWith('^') || /[im]/.test(options) || pattern.includes('|')) return '';
  let prefix = '';
  for (const [token, escaped, plain] of pattern
    .slice(1)
    .matchAll(/\\([^A-Za-z0-9])|([\w \-@,:;/#%&=~!"'<>])|./gsu)) {
    // A quantifier belongs to the last character, which is then not fixed.
    if (token === '*' || token === '?' || token === '{') return [...prefix].slice(0, -1).join('');
    if (escaped === undefined && plain === undefined) break;
    prefix += escaped ?? plain;
  }
  return prefix;
}
