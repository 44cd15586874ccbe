/**
 * Marks what the values of calls are built by (packages/contracts/src/calls) as free of effects, so that of a file with
 * many calls a bundle keeps those that it uses; and leaves out what only the reference says of them.
 * @param {string} source
 */
module.exports = (source) =>
  source
    .replace(/\babout:\s*'(?:[^'\\]|\\.)*',?/g, '')
    .replace(
      /(?<!function |[.\w])(?!(?:if|for|while|switch|return|function)\b)(?:Object\.)?[a-zA-Z]\w*\(/g,
      '/*#__PURE__*/ $&',
    );
