/** Words that comments, texts, names and docs do not use, and what to write instead. */
export const REFUSED = [
  { word: /\b(tell|tells|telling|told)\b/i, instead: 'show, report, return, notify, publish, distinguish' },
  {
    word: /\b\w*(?:Tell|Telling|Told)(?=[A-Z]|\b)|\b(?:tell|told)[A-Z]\w*/,
    instead: 'notify…, publish…, report…',
  },
  { word: /\bwhoever\b/i, instead: 'name who: the next writer, a signed-in user, everyone who …' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bhouses?\b/i, instead: 'the codebase' },
  { word: /\brooms\b/i, instead: 'packages, folders' },
  { word: /\bone['’]s own\b/i, instead: 'own, the user’s' },
  { word: /\b(?:what there is|what is there)\b/i, instead: 'existing …, or name the thing' },
  { word: /\bspec(?:\.md| §)/, instead: 'docs/PRODUCT.md §N' },
  { word: /\brules\.md\b/, instead: 'docs/RULES.md, <section>' },
];

/**
 * The refused words of a text.
 * @param {string} text
 * @returns {string[]} a line for each: its line number, the word and what to write instead
 */
export function refusedWordsIn(text) {
  return text.split('\n').flatMap((line, index) =>
    REFUSED.flatMap(({ word, instead }) => {
      const found = word.exec(line)?.[0];
      return found ? [`${index + 1}: '${found}' (write: ${instead})`] : [];
    }),
  );
}
