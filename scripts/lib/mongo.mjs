import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { tail } from './process-group.mjs';

const DATABASE_NAME = 'partnerdesk';

/** The program that serves the built-in database; `npm run build` makes it. */
export const EMBEDDED_MONGO = inRoot('packages', 'embedded-mongo', 'dist', 'main.js');

/**
 * Starts the built-in database on a port that it chooses.
 * @param {import('./process-group.mjs').ProcessGroup} group @param {string} dataDir its files are in a folder of this one
 * @returns {Promise<string>} address of the product's database on it
 */
export async function startEmbeddedMongo(group, dataDir) {
  if (!existsSync(EMBEDDED_MONGO)) throw new Failure('The built-in database is not built yet: npm run build');
  const member = group.start('mongo', {
    command: process.execPath,
    args: [EMBEDDED_MONGO, '--data', mongoDir(dataDir), '--port', '0'],
    stage: 1,
  });
  const addressOf = () => /^ready on (mongodb:\S+)/m.exec(tail(member).join('\n'))?.[1];
  const address = new URL(await group.waitUntil(member, addressOf, 60_000));
  address.pathname = DATABASE_NAME;
  return address.href;
}

/** @param {string} dataDir */
export const mongoDir = (dataDir) => join(dataDir, 'mongo');
