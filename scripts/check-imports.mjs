import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { runMain } from './lib/failure.mjs';
import { ALLOWED, findViolations } from './lib/import-rules.mjs';
import { inRoot } from './lib/paths.mjs';

/** @param {string} workspace '' for the root */
function listedIn(workspace) {
  const manifest = JSON.parse(readFileSync(inRoot(workspace, 'package.json'), 'utf8'));
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
}

/** @param {string} workspace */
function sourcesOf(workspace) {
  const folder = inRoot(workspace, 'src');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(workspace, 'src', name.replaceAll('\\', '/')))
    .map((path) => ({ path, source: readFileSync(inRoot(path), 'utf8') }));
}

runMain(async () => {
  const workspaces = Object.keys(ALLOWED);
  const files = workspaces.flatMap(sourcesOf);
  const listed = Object.fromEntries(['', ...workspaces].map((workspace) => [workspace, listedIn(workspace)]));
  const violations = findViolations(files, listed);
  for (const line of violations) console.error(line);
  console.log(`${files.length} files, ${violations.length} imports that are not allowed`);
  return violations.length ? 1 : 0;
});
