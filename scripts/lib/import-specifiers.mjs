import { parseSync } from '@swc/core';

/** @param {unknown} node a call's callee */
function callsLoader(node) {
  const callee = /** @type {any} */ (node);
  if (callee.type === 'Import') return true;
  if (callee.type === 'Identifier') return callee.value === 'require';
  if (callee.type !== 'MemberExpression') return false;
  const [object, property] = [callee.object?.value, callee.property?.value];
  return (
    (object === 'require' && property === 'resolve') ||
    (object === 'jest' && /mock|requireActual/i.test(property))
  );
}

/**
 * What a node of the syntax tree asks for, if it asks for a module.
 * @param {any} node @returns {string | undefined}
 */
function specifierOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return node.source?.value;
    case 'TsImportType':
      return node.argument?.value;
    case 'TsExternalModuleReference':
      return node.expression?.value;
    case 'CallExpression': {
      const first = node.arguments[0]?.expression;
      return callsLoader(node.callee) && first?.type === 'StringLiteral' ? first.value : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Every module that a source names: imports, re-exports, dynamic imports, require, jest's mocks and types.
 * @param {string} source TypeScript
 * @param {{ tsx?: boolean }} [how] @returns {string[]}
 */
export function importSpecifiers(source, { tsx = false } = {}) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.add(specifier);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, decorators: true, target: 'es2022' }).body);
  return [...found];
}
