/** Letters that Unicode does not decompose. */
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

/** A text as searches compare it: no case, no accents (docs/RULES.md, Accounts and access "Searches"). */
export function searchKeyOf(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþßæœı]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** An email as it is compared and kept unique. */
export function emailKeyOf(emailAddress: string): string {
  return emailAddress.trim().toLowerCase();
}

/** An email as it is stored: a Kelvin sign, which has the key of a K, would lead mails elsewhere. */
export function storedEmailOf(emailAddress: string): string {
  return emailAddress.normalize();
}

/** A name as searches compare it: blanks and commas are one blank, every apostrophe the plain one. */
export function nameSearchKeyOf(text: string): string {
  return searchKeyOf(text.replace(/[\s,]+/gu, ' ').replace(/[\u2018\u2019\u02bc\u00b4`]/gu, "'"));
}

/**
 * The search keys of a name; whatever writes firstName or lastName writes these with it. `nameKey` is 'first last',
 * `surnameKey` 'last first', the order of lists by name. Who searches for the start of both, `sharedNameKey`, finds the
 * person by either, and is to count it once.
 */
export function nameKeysOf({ firstName, lastName }: { firstName: string; lastName: string }) {
  const nameKey = nameSearchKeyOf(`${firstName} ${lastName}`);
  const surnameKey = nameSearchKeyOf(`${lastName} ${firstName}`);
  let shared = 0;
  while (shared < nameKey.length && nameKey[shared] === surnameKey[shared]) shared += 1;
  // Never half a letter: it could not be stored.
  const sharedNameKey = nameKey.slice(0, shared).replace(/[\ud800-\udbff]$/u, '');
  return { nameKey, surnameKey, sharedNameKey };
}

const key = { type: String, default: '' } as const;
export const nameKeyFields = { nameKey: key, surnameKey: key, sharedNameKey: key } as const;

/** Indexes of searches by these texts, each with the id after it. @param behind what comes before them in each */
export const textIndexes = (idField: string, behind: Record<string, 1> = {}): Record<string, 1>[] =>
  ['nameKey', 'surnameKey', 'sharedNameKey', 'emailKey'].map((field) => ({
    ...behind,
    [field]: 1,
    [idField]: 1,
  }));

/**
 * Index whose entries alone show who begins with one text, in the order of another or of the id: names and emails begin
 * alike, so a walk in that order may pass by everybody before it meets the first.
 */
export const entryIndex = (text: string, order: string, idField: string): Record<string, 1> => ({
  [text]: 1,
  [order]: 1,
  [idField]: 1,
  status: 1,
});
