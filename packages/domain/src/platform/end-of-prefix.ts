const LAST_CODE_POINT = 0x10ffff;

/** The first text after all that start with `prefix`, in the database's order of code points; undefined if there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (letter) => letter.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === LAST_CODE_POINT) continue;
    // Surrogates stand for no letter and cannot be stored.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}

/** What finds the texts that start with `prefix`: no pattern, so no character of it means anything but itself. */
export function rangeOfPrefix(prefix: string): { $gte: string; $lt?: string } {
  const end = endOfPrefix(prefix);
  return end === undefined ? { $gte: prefix } : { $gte: prefix, $lt: end };
}
