import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';
import { applyStep, stepsOf } from './support/follow-document';

const HOW_TO = 'docs/ADDING-A-FIELD.md';
/** What nothing else follows from: where the field begins. */
const BEGINNINGS = [
  'packages/contracts/src/calls/account-fields.ts',
  'packages/contracts/src/calls/own-account.calls.ts',
];

test('docs/ADDING-A-FIELD.md adds a field by eight files, each of which the compiler names', () => {
  test.setTimeout(900_000);
  const copy = copyTree({ packages: 'folders' });
  const run = (command: string) => spawnSync(command, { cwd: copy, shell: true, encoding: 'utf8' });
  try {
    const steps = stepsOf(readFileSync(join(copy, HOW_TO), 'utf8'));
    const edited = [...new Set(steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : [])))];
    const sources = edited.filter((path) => !path.includes('.test.'));
    expect(sources).toHaveLength(8);
    for (const path of sources) {
      const names = () => run('npm run types').stdout;
      // The model is named by who presents what it lacks.
      const isNamed = () => names().includes(path.endsWith('.models.ts') ? 'discordHandle' : path);
      if (!BEGINNINGS.includes(path)) expect([path, isNamed()]).toEqual([path, true]);
      for (const step of steps) if (step.kind === 'edit' && step.path === path) applyStep(step, copy);
    }
    for (const step of steps) {
      if (step.kind === 'create' || (step.kind === 'edit' && !sources.includes(step.path)))
        applyStep(step, copy);
      if (step.kind !== 'run') continue;
      const { status, stdout, stderr } = run(step.command);
      expect(status, `${step.command}\n${stdout}${stderr}`).toBe(0);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
