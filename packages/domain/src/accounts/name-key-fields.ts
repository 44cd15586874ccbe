/** Schema part of NameKeys (search-key.ts); written with every first and last name. */
export const nameKeyFields = {
  nameKey: { type: String, default: '' },
  surnameKey: { type: String, default: '' },
  sharedNameKey: { type: String, default: '' },
} as const;
