import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';
import { followDocument } from './support/follow-document';
import { newPlace, startSystem } from './support/system';

test('a remote added by docs/ADDING-A-REMOTE.md is in the menu and loads', async ({ page }) => {
  // It installs, builds and starts a whole second tree.
  test.setTimeout(600_000);
  const copy = copyTree();
  const place = newPlace('remote');
  try {
    // Nothing is downloaded: all that the new package needs is installed already.
    const env = { ...place.env, npm_config_offline: 'true' };
    followDocument('docs/ADDING-A-REMOTE.md', copy, (command) => {
      const { status, stdout, stderr } = spawnSync(command, {
        cwd: copy,
        env,
        shell: true,
        encoding: 'utf8',
      });
      expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
    });
    const system = await startSystem(place, ['--no-demo'], join(copy, 'scripts', 'start.mjs'));
    try {
      await page.goto(system.url);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notices' }).click();
      await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible();
      await expect(page.getByText('There are no notices yet')).toBeVisible();
      await page.reload();
      await expect(page.getByText('There are no notices yet')).toBeVisible();
    } finally {
      system.signal('SIGTERM');
      await system.ended;
    }
  } finally {
    // Fifty thousand files, for which Node's own removal takes three times as long.
    execFileSync('rm', ['-rf', copy]);
    rmSync(place.dataDir, { recursive: true, force: true });
  }
});
