import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './lib/command.mjs';
import { missingKeys } from './lib/data-folder.mjs';
import {
  buildStages,
  giveAway,
  imageFolder,
  readDockerfile,
  runImage,
  settingsOf,
  USER,
} from './lib/image-run.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { withServices } from './lib/services.mjs';

const OPERATOR = {
  PUBLIC_URL: 'https://partners.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Partnerdesk <no-reply@example.com>',
};

/**
 * Does what an engine would do with the Dockerfile: every stage from a clean copy of the sources, in a folder of its
 * own, without root; then runs each image until its health check passes, and ends it. Takes some minutes.
 */
runMain(async () => {
  const folder = imageFolder();
  let exitCode = 0;
  try {
    giveAway(folder);
    const context = join(folder, 'context');
    copySources(context);
    const stages = readDockerfile(inRoot('Dockerfile'));
    buildStages(stages, { folder, context, say: console.log });
    const data = join(folder, 'services');
    await withServices({ data, redis: true, command: 'npm run check:images' }, async (env) => {
      for (const image of ['bff', 'worker']) {
        const root = join(folder, image);
        const { MONGO_URL, REDIS_URL } = env;
        const operator = { ...missingKeys(data, {}), ...OPERATOR, MONGO_URL, REDIS_URL };
        const { code, readyMs } = await runImage(settingsOf(stages, image), root, operator);
        const size = execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0];
        console.log(`${image}: ${size} MB beside Node, healthy after ${readyMs} ms, ended with ${code}`);
        if (code !== 0) exitCode = 1;
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return exitCode;
});

/** Tracked files: .dockerignore names what lies beside them. @param {string} context */
function copySources(context) {
  mkdirSync(context);
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(join(ROOT, file), join(context, file));
  if (USER.uid !== undefined) execFileSync('chown', ['-R', `${USER.uid}:${USER.gid}`, context]);
}
