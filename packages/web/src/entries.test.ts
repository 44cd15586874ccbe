import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The modules of this package that are reached from a file by relative imports; itself among them. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, specifier = ''] of source.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g)) {
    const target = path.join(path.dirname(file), specifier);
    const found = ['.ts', '.tsx'].map((end) => target + end).find((name) => files.has(name));
    if (found) reachedFrom(found, reached);
  }
  return reached;
}

const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
const files = new Set(names.map((name) => path.join(__dirname, name)));
const entry = (name: string) => reachedFrom(path.join(__dirname, name));
const both = (one: Set<string>, other: Set<string>) =>
  [...one].filter((file) => other.has(file)).map((file) => path.relative(__dirname, file));

/** Small, without state, and carried by each remote that uses one: icons, and the period that a dashboard shows first. */
const isCarried = (name: string) => /^(icons\.tsx|forms\/period-values\.ts)/.test(name);

it.each(['kit.ts', 'index.ts', 'chart/index.ts', 'grid/index.ts', 'parts/index.ts', 'virtual/index.ts'])(
  'no module of core is in %s, too: there it would be a second copy, with a state of its own',
  (other) => expect(both(entry('core.ts'), entry(other))).toEqual([]),
);

it.each(['index.ts', 'chart/index.ts', 'grid/index.ts', 'parts/index.ts', 'virtual/index.ts'])(
  'no module of the kit is in %s, too',
  (other) => expect(both(entry('kit.ts'), entry(other)).filter((name) => !isCarried(name))).toEqual([]),
);
