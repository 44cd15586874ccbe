import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { answers, freePort } from './ports.mjs';

export const DATABASE_NAME = 'partnerdesk';

/** The program that serves the built-in database; `npm run build` makes it. */
export const EMBEDDED_MONGO = inRoot('packages', 'embedded-mongo', 'dist', 'main.js');

/**
 * Starts the built-in database on a free port.
 * @param {import('./crew.mjs').Crew} crew
 * @param {string} dir its data
 * @returns {Promise<string>} address of the server, no database named and no slash at the end
 */
export async function startEmbeddedMongo(crew, dir) {
  if (!existsSync(EMBEDDED_MONGO)) throw new Failure('The built-in database is not built yet: npm run build');
  const port = await freePort();
  const member = crew.start('mongo', {
    command: process.execPath,
    args: [EMBEDDED_MONGO, '--data', dir, '--port', String(port)],
    stage: 1,
  });
  await crew.waitUntil(member, () => answers(port), 60_000);
  return `mongodb://127.0.0.1:${port}`;
}

/** @param {string} dataDir */
export const mongoDir = (dataDir) => join(dataDir, 'mongo');
