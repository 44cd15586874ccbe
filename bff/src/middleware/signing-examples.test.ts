import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EventModel } from '@partnerdesk/domain';
import { joined } from '@partnerdesk/testing';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../testing/test-app';

const run = promisify(execFile);
const EXAMPLES = path.join(__dirname, '../../../docs/examples');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Runs an example. @returns the answer */
async function send(command: string, file: string, args: string[], secret = app.env.eventsSecret) {
  const env = { ...process.env, URL: app.url, EVENTS_SECRET: secret };
  const { stdout } = await run(command, [path.join(EXAMPLES, file), ...args], { env });
  return JSON.parse(stdout);
}

const has = (command: string) => spawnSync(command, ['--version']).error === undefined;

describe.each([
  { command: process.execPath, file: 'send-signed.mjs', needs: [], number: 1 },
  { command: 'sh', file: 'send-signed.sh', needs: ['curl', 'openssl'], number: 2 },
  { command: 'python3', file: 'send_signed.py', needs: ['python3'], number: 3 },
])('$file', ({ command, file, needs, number }) => {
  // The machine may lack what the example is written in, which takes the machine's time where Node's calendar is moved.
  const runs = needs.every((each) => has(each) && !process.env.CLOCK_MOVED_MS) ? test : test.skip;

  runs(`${file} sends events and a picture; another secret is refused`, async () => {
    const events = path.join(app.builds, 'events.json');
    await writeFile(events, JSON.stringify([joined(number)]));
    const eventArgs = ['/api/events', events, 'application/json'];
    await expect(send(command, file, eventArgs, 'x'.repeat(32))).rejects.toThrow();
    expect(await EventModel.exists({ _id: `join-${number}` })).toBeNull();
    expect(await send(command, file, eventArgs)).toMatchObject({ accepted: 1, refused: [] });

    const picture = path.join(app.builds, 'picture.png');
    const noise = sharp(randomBytes(64), { raw: { width: 8, height: 8, channels: 1 } });
    await writeFile(picture, await noise.resize(200, 200).png().toBuffer());
    const photoArgs = [`/api/photos?type=4&memberID=${number}`, picture, 'image/png'];
    expect(await send(command, file, photoArgs)).toMatchObject({ duplicate: false });
  });
});
