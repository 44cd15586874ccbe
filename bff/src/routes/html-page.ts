import { createHash } from 'node:crypto';

/** The policy of a document of text and its one style sheet: nothing else is loaded, run or sent. */
export const documentPolicy = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page of HTML. @param head what its head has besides */
export const htmlPage = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}</head>
<body>
${body}
</body>
</html>
`;
