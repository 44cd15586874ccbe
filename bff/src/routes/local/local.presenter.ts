import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'p',
      'br',
      'hr',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'blockquote',
      'div',
      'span',
    ],
    ...['strong', 'b', 'em', 'i', 'u', 'small', 'sub', 'sup', 'a', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A screen has its own main heading.
    h1: 'h2',
    // A page opened from ours must not reach back into it.
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, ...(attributes.target && { rel: 'noopener' }) },
    }),
  },
};

/** What the office wrote, without anything that could run in a visitor's browser. */
export function presentTextBlock(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
