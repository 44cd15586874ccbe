import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { runMain } from './lib/command.mjs';
import { findCircles, findViolations, importSpecifiers } from './lib/import-rules.mjs';
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
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(workspace, 'src', name));
  return paths.map((path) => {
    const source = readFileSync(inRoot(path), 'utf8');
    return { path, specifiers: importSpecifiers(source, path.endsWith('x')) };
  });
}

runMain(async () => {
  const workspaces = workspacesOf();
  const folders = workspaces.map(({ path }) => path);
  const files = folders.flatMap(sourcesOf);
  const listed = Object.fromEntries(['', ...folders].map((folder) => [folder, listedIn(folder)]));
  const packages = new Map(workspaces.map(({ name, path }) => [name, path]));
  const circles = findCircles(files, packages).map(
    ({ folder, report }) => `${folder || 'packages'}: a circle of imports, ${report}`,
  );
  const violations = [...findViolations(files, workspaces, listed), ...circles];
  for (const line of violations) console.error(line);
  console.log(`${files.length} files, ${violations.length} imports or circles that are not allowed`);
  return violations.length ? 1 : 0;
});
