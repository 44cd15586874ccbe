import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from './lib/paths.mjs';

test.each([
  ['screens', { SCREENS: 'all' }],
  ['screenshots', { SCREENSHOTS: 'nowhere' }],
])(
  'e2e/%s.spec.ts fails where no screen has the name that is asked for, as it would look at none',
  (spec, walk) => {
    const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const args = [playwright, 'test', '--list', `e2e/${spec}.spec.ts`];
    // Playwright runs nothing where it finds itself within jest.
    const env = { ...process.env, JEST_WORKER_ID: undefined, ...walk, SCREENS_ONLY: 'nothing-like-it' };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
    expect(stderr).toContain('No screen fits --only nothing-like-it: e2e/support/screens.ts names them');
    expect(status).toBe(1);
  },
);
