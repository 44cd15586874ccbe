/**
 * The scripts and paths that a text in Markdown names.
 * @param {string} markdown
 * @returns {{ scripts: string[], paths: string[] }} paths as written: below the root, or in links below the text
 */
export function namedIn(markdown) {
  // A how-to's "`path`:" over a block creates the file.
  const created = new Set([...markdown.matchAll(/^`([^`\n]+)`:\n\n```/gm)].map(([, path]) => path));
  const code = [...markdown.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    (match) => match[1] ?? match[2],
  );
  const spans = code.flatMap((text) => text.split(/\s+/));
  const links = [...markdown.matchAll(/\]\(([^)#\s]+)/g)]
    .map((match) => match[1])
    .filter((to) => !/^\w+:/.test(to));
  const scripts = code.flatMap((text) =>
    [...text.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1]),
  );
  return {
    scripts: [...new Set(scripts)].filter((name) => !['install', 'ci'].includes(name)),
    paths: [
      ...new Set([...spans.map((span) => span.replace(/[,;:.)]+$/, '')).filter(isPath), ...links]),
    ].filter((path) => !created.has(path)),
  };
}

/** @param {string} text a word inside code */
function isPath(text) {
  // Routes begin with a slash; placeholders and patterns name no one file; what is built is not there in a clone.
  if (/^[/@.]|[<>*{}$…()=:|'"]/.test(text) || /(^|\/)(dist|node_modules)(\/|$)/.test(text)) return false;
  return /^[\w.-]+\/[\w./-]*$/.test(text) || /^[\w-]+\.(md|mjs|cjs)$/.test(text);
}
