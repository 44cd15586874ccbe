/**
 * Marks what the values of calls are built by (packages/contracts/src/calls) as free of effects: of a file with many calls
 * a bundle keeps those that it uses.
 * @param {string} source
 */
module.exports = (source) =>
  source.replace(
    /(?<!function |[.\w])(?!(?:if|for|while|switch|return|function)\b)(?:Object\.)?[a-zA-Z]\w*\(/g,
    '/*#__PURE__*/ $&',
  );
