import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';
import { followDocument } from './support/follow-document';

/** Commands that need neither an installation nor a compiler: adding-a-remote.long.spec.ts has them all. */
const QUICK = /^npm run imports\b/;

test('the files and edits of docs/ADDING-A-REMOTE.md fit the tree and its import rules', () => {
  test.setTimeout(240_000);
  const copy = copyTree({ packages: 'folders', built: false });
  try {
    symlinkSync('../../mfe-notices', join(copy, 'node_modules', '@partnerdesk', 'mfe-notices'));
    let ran = 0;
    followDocument('docs/ADDING-A-REMOTE.md', copy, (command) => {
      if (!QUICK.test(command)) return;
      ran += 1;
      const { status, stdout, stderr } = spawnSync(command, { cwd: copy, shell: true, encoding: 'utf8' });
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    });
    expect(ran).toBe(1);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
