import { rmSync } from 'node:fs';
import { builtProgram, sized, testDatabaseUrl, testRedis } from '@partnerdesk/testing/services';
import { readDockerfile, settingsOf } from './lib/dockerfile.mjs';
import { imageFolder, linkImage, runImage } from './lib/image-run.mjs';
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
    linkImage(stages, image, folder);
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
