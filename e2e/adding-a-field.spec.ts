import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from '@playwright/test';
import { applyStep, stepsOf } from './support/follow-document';

const ROOT = resolve(__dirname, '..');

// That the compiler names these files is tested in the long list.
test('every edit of docs/ADDING-A-FIELD.md fits its file as it is', () => {
  const copy = mkdtempSync(join(tmpdir(), 'adding-a-field-'));
  try {
    for (const step of stepsOf(readFileSync(join(ROOT, 'docs/ADDING-A-FIELD.md'), 'utf8'))) {
      if (step.kind !== 'edit') continue;
      const file = join(copy, step.path);
      if (!existsSync(file)) cpSync(join(ROOT, step.path), file);
      applyStep(step, copy);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
