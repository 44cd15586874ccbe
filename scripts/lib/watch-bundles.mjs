import { createRequire } from 'node:module';
import { forgetBuild } from './builds.mjs';
import { inRoot } from './paths.mjs';

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
