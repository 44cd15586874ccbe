/**
 * A text in the characters that IRIS takes, which leave no formula: letters, digits and `& ' - # ( ) /` within. Empty
 * where none of its characters can be written so.
 */
export function plainText(text: string, length = text.length): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 &'\-#()/]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9#(]+/, '')
    .slice(0, length)
    .trim();
}
