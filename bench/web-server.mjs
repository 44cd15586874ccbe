import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

/**
 * The built web server on a free port.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [nodeArgs]
 */
export async function startServer(env, nodeArgs = []) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...nodeArgs, inRoot('bff', 'dist', 'server.js')], {
    env: { ...env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await fetch(`${url}/readyz?for=proxy`).catch(() => undefined))?.ok) return { child, url };
    await delay(100);
  }
  throw new Error('the web server did not start');
}

/**
 * @param {string} url
 * @param {{ EmailAddress: string, Password: string }} login
 * @param {Record<string, string>} [headers] besides the usual
 * @returns {Promise<string>} the session's cookies
 */
export async function signIn(url, login, headers = {}) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(login),
  });
  if (!answer.ok) throw new Error(`could not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** The built worker. @param {NodeJS.ProcessEnv} env */
export function startWorker(env) {
  const worker = spawn(process.execPath, [inRoot('workers', 'dist', 'main.js')], {
    env: { ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(worker, 'exit');
  const stop = () => {
    worker.kill();
    return ended;
  };
  return { pid: Number(worker.pid), stop };
}
