import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

/**
 * The built web server on a free port.
 * @param {NodeJS.ProcessEnv} env
 */
export async function startServer(env) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [inRoot('bff', 'dist', 'server.js')], {
    env: { ...env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await fetch(`${url}/healthz`).catch(() => undefined)) return { child, url };
    await delay(100);
  }
  throw new Error('the web server did not start');
}

/**
 * @param {string} url
 * @param {{ EmailAddress: string, Password: string }} login
 * @returns {Promise<string>} the session's cookies
 */
export async function signIn(url, login) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(login),
  });
  if (!answer.ok) throw new Error(`could not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
