const { parse } = require('acorn');

/** What a browser reads of a call (packages/web/src/api/ask.ts); of a body only whether there is one. */
const READ = new Set(['answer', 'accepted', 'body']);
/** Builders of fields, with the place of their rules: a browser reads of these only what is in FIELD. */
const RULES_AT = {
  text: 0,
  number: 0,
  day: 0,
  flag: 0,
  id: 0,
  instant: 0,
  code: 1,
  list: 1,
  object: 1,
  oneOf: 1,
};
const FIELD = new Set(['only']);

/**
 * Marks what the values of calls are built by (packages/contracts/src/calls) as free of effects, so that of a file with
 * many calls a bundle keeps those that it uses; and leaves out what no browser reads of them.
 * @param {string} source JavaScript
 */
module.exports = (source) => {
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  walk(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), (node, parent) => {
    if (node.type === 'ObjectExpression') {
      const ofCall = isCallTo(parent, 'call');
      const read = ofCall ? READ : isRules(node, parent) && FIELD;
      const before = parent?.arguments?.[parent.arguments.indexOf(node) - 1];
      if (read === FIELD && node.properties.every(({ key }) => key && !FIELD.has(key.name)))
        return edits.push({ start: before?.end ?? node.start, end: node.end, text: '' });
      node.properties.forEach((property, index) => {
        const name = property.key?.name;
        const next = node.properties[index + 1];
        if (name && read && !read.has(name))
          edits.push({ start: property.start, end: next?.start ?? node.end - 1, text: '' });
        else if (ofCall && name === 'body' && !isCallTo(property.value, 'raw'))
          edits.push({ start: property.value.start, end: property.value.end, text: '{}' });
      });
    }
    if (node.type === 'CallExpression' && (builderOf(node) || node.callee.object?.name === 'Object'))
      edits.push({ start: node.start, end: node.start, text: '/*#__PURE__*/ ' });
  });
  return apply(source, edits);
};

/** Its function's name; builders of fields are named by their module: `s.text`. */
const builderOf = ({ callee }) => callee.name ?? (callee.object?.name === 's' && callee.property.name);
const isRules = (node, parent) =>
  parent?.type === 'CallExpression' && parent.arguments.indexOf(node) === RULES_AT[builderOf(parent)];
const isCallTo = (node, name) => node?.type === 'CallExpression' && node.callee.name === name;

function walk(node, visit, parent) {
  visit(node, parent);
  for (const child of Object.values(node).flat())
    if (typeof child?.type === 'string') walk(child, visit, node);
}

/** An edit within one that came before it in the source has gone with it. */
function apply(source, edits) {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.sort(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    if (start < at) continue;
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}
