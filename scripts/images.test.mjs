import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtProgram, sized, testDatabaseUrl, testRedis } from '@partnerdesk/testing/services';
import { giveAway, imageFolder, readDockerfile, runImage, settingsOf } from './lib/image-run.mjs';
import { inRoot } from './lib/paths.mjs';

const stages = readDockerfile(inRoot('Dockerfile'));
/** @type {string[]} */
const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/**
 * The last stage of each image with its own command and health check, by a user without rights; `npm run check:images`
 * builds all stages first.
 */
test.each(sized(['bff'], ['bff', 'worker']))(
  '%s starts from its image’s files, gets healthy and ends in order',
  async (image) => {
    builtProgram(image);
    const folder = imageFolder();
    folders.push(folder);
    linkImage(image, folder);
    const { code, log } = await runImage(settingsOf(stages, image), folder, {
      DRAIN_MS: '0',
      PUBLIC_URL: 'https://partners.example.com',
      MONGO_URL: testDatabaseUrl(image),
      REDIS_URL: (await testRedis()).url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'p@example.com',
      SESSION_KEYS: 'session-key-of-a-test-0123456789abcdef',
      FIELD_KEYS: `k1:${Buffer.from('field-key-of-a-test-of-32-bytes!').toString('base64')}`,
      PROOF_KEY: `p1:${Buffer.from('proof-key-of-a-test-of-32-bytes!').toString('base64')}`,
      EVENTS_SECRET: 'events-secret-of-a-test-0123456789ab',
    });
    expect(log).toMatch(/"msg":"closed"/);
    expect(code).toBe(0);
  },
);

/**
 * The last stage of an image from what is built on this machine: the programs copied, the packages linked. Bundles that
 * are not built are left out.
 * @param {string} image @param {string} root an empty folder, see imageFolder
 */
function linkImage(image, root) {
  const { copies, workdir } = settingsOf(stages, image);
  const app = join(root, workdir);
  mkdirSync(join(app, 'node_modules', '@partnerdesk'), { recursive: true });
  cpSync(inRoot('package.json'), join(app, 'package.json'));
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@partnerdesk' && !name.startsWith('.'))
      symlinkSync(inRoot('node_modules', name), join(app, 'node_modules', name));
  for (const { value } of copies.filter(({ flags }) => flags.from === 'output')) {
    const [from, to] = value.split(' ');
    const source = inRoot(from.replace(`${workdir}/`, ''));
    const target = to.startsWith('/') ? join(root, to) : join(app, to);
    if (existsSync(source)) cpSync(source, target, { recursive: true });
    else mkdirSync(target, { recursive: true });
    if (to.startsWith('/')) giveAway(target);
    const workspace = dirname(from.replace(`${workdir}/`, ''));
    const manifest = join(workspace, 'package.json');
    if (workspace === '.' || !existsSync(inRoot(manifest))) continue;
    cpSync(inRoot(manifest), join(app, manifest));
    const link = join(app, 'node_modules', '@partnerdesk', workspace.replace('packages/', ''));
    if (workspace.startsWith('packages/') && !existsSync(link)) symlinkSync(join(app, workspace), link);
  }
}
