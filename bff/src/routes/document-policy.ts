import { createHash } from 'node:crypto';

/** The policy of a document of text and its one style sheet: nothing else is loaded, run or sent. */
export const documentPolicy = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
