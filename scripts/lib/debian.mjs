import { spawn, spawnSync } from 'node:child_process';

/** @returns {boolean} whether system packages can be installed here without asking anybody */
function mayInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs Debian packages when this process may; otherwise does nothing, and the caller says what to do.
 * @param {string[]} names
 * @param {(line: string) => void} say
 */
export async function ensureDebianPackages(names, say) {
  if (!mayInstall()) return;
  say(`Installing ${names.join(' and ')} with apt-get…`);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...names]);
}

/**
 * Its output is shown only when it fails.
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function aptGet(args) {
  return new Promise((resolve) => {
    const child = spawn('apt-get', ['-q', '-o', 'Acquire::Retries=3', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', () => resolve());
    child.once('exit', (code) => {
      if (code !== 0) console.error(output);
      resolve();
    });
  });
}
