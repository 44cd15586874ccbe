import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { BUNDLES, forgetBuild } from './builds.mjs';
import { Failure, flag, readFlags, text } from './command.mjs';
import { startDevProxy } from './dev-proxy.mjs';
import { withEnvFile } from './env-file.mjs';
import { inRoot } from './paths.mjs';
import { freePort, requireFreePort } from './ports.mjs';
import { parseStartOptions } from './start-command.mjs';

const USAGE = `Starts the whole system as npm start does, builds the web app again after each edit, and reloads the open pages.

  npm run dev -- [NAME…] [--port N] [--data DIR] [--no-demo]

  NAME…    what is edited: shell, affiliate, moderation, accounts, payroll; default all of it
           (each takes memory, and an edit in packages/web builds each that is named)
  --help   this text; the other flags are those of npm start

Server code is compiled at the start only. The next npm start makes small bundles again.`;

/** @param {string[]} args @returns {Promise<number>} exit code */
export async function main(args) {
  const options = { port: text, data: text, 'no-demo': flag, 'no-live': flag };
  const { values, positionals: names } = readFlags('npm run dev', { args, options, allowPositionals: true });
  const { help, ...flags } = values;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const rest = Object.entries(flags).flatMap(([name, value]) =>
    value === true ? `--${name}` : [`--${name}`, String(value)],
  );
  const bundles = BUNDLES.filter((bundle) => names.length === 0 || names.includes(nameOf(bundle)));
  const unknown = names.filter((name) => !BUNDLES.some((bundle) => nameOf(bundle) === name));
  if (unknown.length) throw new Failure(`Nothing is called ${unknown.join(', ')}: npm run dev -- --help`);
  const { port, host } = parseStartOptions(rest, withEnvFile('.env'));
  await requireFreePort(port, host, 'npm run dev');
  const behind = await freePort();
  const proxy = await startDevProxy({ port, host, behind });
  let stopWatching = async () => {};
  const code = await startSystem([...rest, '--port', String(behind)], `http://localhost:${port}`, () => {
    console.log(`  Watching ${bundles.map(nameOf).join(', ')}\n`);
    stopWatching = watchBundles(bundles, (bundle, problem, seconds) => {
      if (problem) return console.log(`  ${nameOf(bundle)} does not build:\n${problem}`);
      console.log(`  Built ${nameOf(bundle)} (${seconds.toFixed(1)} s)`);
      proxy.reload();
    });
  });
  proxy.close();
  await stopWatching();
  return code;
}

/** @param {string} bundle folder @returns {string} 'affiliate' */
const nameOf = (bundle) => bundle.replace(/^mfe-/, '');

/** `npm start` behind the proxy, until its exit code. @param {string[]} args the last --port counts @param {string} address that people use @param {() => void} onReady */
async function startSystem(args, address, onReady) {
  const child = spawn(process.execPath, [inRoot('scripts', 'start.mjs'), ...args], {
    env: { ...process.env, PUBLIC_URL: address },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  // Ctrl-C reaches it by itself.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  let isReady = false;
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
    process.stdout.write(chunk);
    if (isReady || !String(chunk).includes('End with Ctrl-C')) return;
    isReady = true;
    onReady();
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** Edits of several files within so many ms are one. */
const TOGETHER_MS = 50;

/**
 * Builds these bundles, and again after each edit.
 * @param {readonly string[]} bundles folders
 * @param {(bundle: string, problem: string | undefined, seconds: number) => void} onBuild with why it failed, and how long it took
 * @returns {() => Promise<void>} ends it
 */
export function watchBundles(bundles, onBuild) {
  Object.assign(process.env, { NODE_ENV: 'production', PARTNERDESK_WATCH: '1' });
  const compilers = bundles.map((bundle) => watchBundle(bundle, onBuild));
  return async () => {
    await Promise.all(compilers.map((compiler) => new Promise((done) => compiler.close(done))));
  };
}

/** @param {string} bundle @param {Parameters<typeof watchBundles>[1]} onBuild */
function watchBundle(bundle, onBuild) {
  forgetBuild(bundle);
  const webpack = createRequire(inRoot('packages', 'build', 'webpack.cjs'))('webpack');
  const compiler = webpack(createRequire(inRoot(bundle, 'webpack.config.cjs'))('./webpack.config.cjs'));
  compiler.watch(
    { aggregateTimeout: TOGETHER_MS },
    (/** @type {Error | null} */ error, /** @type {any} */ stats) => {
      const isBroken = !error && stats.hasErrors();
      const problem = isBroken ? stats.toString({ all: false, errors: true, colors: true }) : error?.message;
      onBuild(bundle, problem, error ? 0 : (stats.endTime - stats.startTime) / 1000);
    },
  );
  return compiler;
}
