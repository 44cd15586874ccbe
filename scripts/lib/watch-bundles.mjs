import { createRequire } from 'node:module';
import { forgetBuild } from './builds.mjs';
import { inRoot } from './paths.mjs';

/** Edits of several files within so many ms are one. */
const TOGETHER_MS = 50;

/**
 * Builds these bundles, and again after each edit.
 * @param {readonly string[]} bundles folders
 * @param {{ onBuilt: (bundle: string, seconds: number) => void, onFailed: (bundle: string, text: string) => void }} on
 *   `seconds`: how long that build took
 * @returns {() => Promise<void>} ends it
 */
export function watchBundles(bundles, on) {
  Object.assign(process.env, { NODE_ENV: 'production', PARTNERDESK_WATCH: '1' });
  const compilers = bundles.map((bundle) => watchBundle(bundle, on));
  return async () => {
    await Promise.all(compilers.map((compiler) => new Promise((done) => compiler.close(done))));
  };
}

/** @param {string} bundle @param {Parameters<typeof watchBundles>[1]} on */
function watchBundle(bundle, { onBuilt, onFailed }) {
  forgetBuild(bundle);
  const webpack = createRequire(inRoot('packages', 'build', 'webpack.cjs'))('webpack');
  const compiler = webpack(createRequire(inRoot(bundle, 'webpack.config.cjs'))('./webpack.config.cjs'));
  const onBuild = (/** @type {Error | null} */ error, /** @type {any} */ stats) => {
    if (error) onFailed(bundle, error.message);
    else if (stats.hasErrors()) onFailed(bundle, stats.toString({ all: false, errors: true, colors: true }));
    else onBuilt(bundle, (stats.endTime - stats.startTime) / 1000);
  };
  compiler.watch({ aggregateTimeout: TOGETHER_MS }, onBuild);
  return compiler;
}
