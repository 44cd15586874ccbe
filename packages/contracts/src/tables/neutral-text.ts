/** White space, control, zero-width and combining characters: a program may drop them and read what follows. */
const INVISIBLE = /^[\s\p{C}\p{Z}\p{M}]+/u;
/** What begins a formula, a DDE call among them. U+2212 is the minus sign. */
const FORMULA = /^[=+\-\u2212@|]/;

/**
 * Whether a spreadsheet program might run a text as a formula. Full-width signs count as the signs that some
 * programs turn them into.
 */
export function startsFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  const first = text.replace(INVISIBLE, '').slice(0, 1);
  return FORMULA.test(first.normalize('NFKC'));
}

/** A text that no spreadsheet program runs: one that begins a formula gets an apostrophe in front. */
export function neutralText(text: string): string {
  return startsFormula(text) ? `'${text}` : text;
}
