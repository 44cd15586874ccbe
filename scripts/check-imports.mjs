import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { runMain } from './lib/failure.mjs';
import { findCircles } from './lib/import-circles.mjs';
import { findViolations } from './lib/import-rules.mjs';
import { importSpecifiers } from './lib/import-specifiers.mjs';
import { inRoot } from './lib/paths.mjs';
import { workspacesOf } from './lib/workspaces.mjs';

/** @param {string} workspace '' for the root */
function listedIn(workspace) {
  const manifest = JSON.parse(readFileSync(inRoot(workspace, 'package.json'), 'utf8'));
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return {
    always: Object.keys({ ...dependencies, ...peerDependencies }),
    forTests: Object.keys({ ...devDependencies }),
  };
}

/** @param {string} workspace */
function sourcesOf(workspace) {
  const folder = inRoot(workspace, 'src');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(workspace, 'src', name))
    .map((path) => ({
      path,
      specifiers: importSpecifiers(readFileSync(inRoot(path), 'utf8'), { tsx: path.endsWith('x') }),
    }));
}

runMain(async () => {
  const workspaces = workspacesOf();
  const folders = workspaces.map(({ path }) => path);
  const files = folders.flatMap(sourcesOf);
  const listed = Object.fromEntries(['', ...folders].map((folder) => [folder, listedIn(folder)]));
  const packages = new Map(workspaces.map(({ name, path }) => [name, path]));
  const violations = [
    ...findViolations(files, workspaces, listed),
    ...findCircles(files, packages).map(
      ({ folder, report }) => `${folder || 'packages'}: a circle of imports, ${report}`,
    ),
  ];
  for (const line of violations) console.error(line);
  console.log(`${files.length} files, ${violations.length} imports or circles that are not allowed`);
  return violations.length ? 1 : 0;
});
