import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@partnerdesk/testing/services';
import { expect, test } from '@playwright/test';
import { copyTree } from './support/copy-tree';
import { newPlace } from './support/system';

/** Resolves once it has printed this; rejects with all that it printed when it ends first. */
function printed(child: ChildProcess, text: string): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(text)) resolve();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('close', () => reject(new Error(`ended first:\n${output}`)));
  });
}

test('npm run dev shows an edit of a remote in the open page, and says what does not build', async ({
  page,
}) => {
  // It builds in a tree of its own what it finds no build of.
  test.setTimeout(600_000);
  const copy = copyTree({ packages: 'folders' });
  const place = newPlace('dev');
  const port = await freePort();
  const args = ['affiliate', '--no-demo', '--port', String(port), '--data', place.dataDir];
  const child = spawn(process.execPath, [join(copy, 'scripts', 'dev.mjs'), ...args], {
    cwd: place.dataDir,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    await printed(child, 'Built affiliate');
    await page.goto(`http://localhost:${port}/faq`);
    await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
    const file = join(copy, 'mfe-affiliate', 'src', 'text-blocks', 'text-screens.tsx');
    const source = readFileSync(file, 'utf8');

    writeFileSync(file, source.replace('Frequently asked questions', 'Asked again and again'));
    await expect(page.getByRole('heading', { name: 'Asked again and again' })).toBeVisible({
      timeout: 60_000,
    });

    const refused = printed(child, 'affiliate does not build');
    writeFileSync(file, source.replace('<Panel>', '<Panel'));
    await refused;
    await expect(page.getByRole('heading', { name: 'Asked again and again' })).toBeVisible();
    writeFileSync(file, source);
    await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible({
      timeout: 60_000,
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
    execFileSync('rm', ['-rf', copy]);
    rmSync(place.dataDir, { recursive: true, force: true });
  }
});
