/** Letters that Unicode does not decompose into a base letter and a mark. */
const BASE_LETTERS: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/**
 * A text as searches compare it: no case, no accents (rules: Searches). Stored beside the original, since
 * the database compares without collation.
 */
export function searchKeyOf(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþßæœı]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** An email as it is compared and kept unique: trimmed, lower case. */
export function emailKeyOf(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}
