import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture } from '../scripts/lib/demo/draw-picture.mjs';
import { withDomain } from '../scripts/lib/domain.mjs';
import { Failure } from '../scripts/lib/failure.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

/** The two queues that are filled. */
export const SMALL = { type: 2, path: '/profile-images', count: 50 };
export const LARGE = { type: 3, path: '/gallery-images' };
const BATCH = 5000;

/**
 * A whole system with the demo, as `npm start` brings it up.
 * @param {string} dataDir
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startSystem(dataDir) {
  const port = await freePort();
  const args = [inRoot('scripts', 'start.mjs'), '--port', String(port), '--data', dataDir, '--no-live'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (output.includes('is ready after')) resolve(undefined);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('close', () => reject(new Failure(`The system did not start:\n${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://localhost:${port}`, stop };
}

/**
 * Two queues of nothing but unprocessed pictures. All of them share one file: what counts is how many there are.
 * @param {string} dataDir
 * @param {number} count of the large one
 */
export function fillQueues(dataDir, count) {
  return withDomain({ data: dataDir, redis: true, command: 'a bench' }, (domain) =>
    fill(domain, dataDir, count),
  );
}

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {string} dataDir
 * @param {number} count
 */
async function fill(domain, dataDir, count) {
  await domain.PictureModel.deleteMany({});
  const { original, thumbnail } = await drawPicture(1);
  const folders = { images: original, thumbs: thumbnail };
  for (const [folder, bytes] of Object.entries(folders)) {
    mkdirSync(join(dataDir, 'pictures', folder, 'operators'), { recursive: true });
    writeFileSync(join(dataDir, 'pictures', folder, 'one.jpg'), bytes);
  }
  const started = performance.now();
  let photoID = 10_000;
  for (const { type, size } of [
    { type: SMALL.type, size: SMALL.count },
    { type: LARGE.type, size: count },
  ]) {
    for (let done = 0; done < size; done += BATCH) {
      const documents = Array.from({ length: Math.min(BATCH, size - done) }, () => {
        photoID += 1;
        return pictureOf(photoID, type, domain.makePictureName());
      });
      for (const { photo } of documents) {
        for (const folder of Object.keys(folders))
          linkSync(
            join(dataDir, 'pictures', folder, 'one.jpg'),
            join(dataDir, 'pictures', folder, 'operators', photo),
          );
      }
      await domain.PictureModel.collection.insertMany(/** @type {any} */ (documents));
    }
  }
  console.log(`${count} pictures made in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * @param {number} photoID
 * @param {number} type
 * @param {string} photo
 */
function pictureOf(photoID, type, photo) {
  const owner = { staffID: photoID, profileID: photoID, memberID: 0 };
  const file = { photo, width: 320, height: 400, hash: '', hashBands: [], near: [] };
  const review = { status: 0, review: 0, decisions: [], history: [], decidedBy: null, decidedAt: null };
  const state = { stage: 'ready', listed: true, uploadKey: `bench:${photoID}`, createdAt: new Date() };
  return { photoID, type, ...owner, ...file, ...review, ...state };
}
