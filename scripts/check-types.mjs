import { readFileSync, writeFileSync } from 'node:fs';
import { checkTypes, ensureInstalled } from './lib/builds.mjs';
import { runMain } from './lib/command.mjs';
import { inRoot } from './lib/paths.mjs';
import { workspacesOf } from './lib/workspaces.mjs';

/** Projects beside the workspaces. */
const OTHERS = ['packages/audit-verify', 'scripts', 'e2e'];

/** Writes the references of tsconfig.json, which editors and a bare `tsc -b` follow, as the workspaces have them. */
function writeReferences() {
  const projects = [...workspacesOf().flatMap((each) => each.projects), ...OTHERS];
  const references = projects.map((path) => `    { "path": "${path}" }`).join(',\n');
  const text = `{\n  "files": [],\n  "references": [\n${references}\n  ]\n}\n`;
  const file = inRoot('tsconfig.json');
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** Checks the projects that are named, and what they refer to; else all. */
runMain(async () => {
  await ensureInstalled();
  writeReferences();
  await checkTypes(process.argv.slice(2));
});
