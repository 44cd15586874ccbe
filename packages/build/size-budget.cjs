const { screensOf } = require('./screen-files.cjs');

/**
 * What may come over the wire, in bytes of brotli: a build that is over its budget fails. A little above the goals
 * (docs/decisions/federation.md), so that no change is stopped for a few bytes.
 * `first`: scripts and styles of the first load; `screen`: what a remote loads for any one of its screens, entry included.
 */
exports.BUDGET = { first: { js: 126_000, css: 15_000 }, screen: 31_000 };

const typeOf = (file) => /\.(js|css)$/.exec(file)?.[1];

/** Its compressed copy's size; small files have none. */
function wireSize(compilation, file) {
  return (compilation.getAsset(`${file}.br`) ?? compilation.getAsset(file))?.source.size() ?? 0;
}

/**
 * @param {import('webpack').Compilation} compilation
 * @param {Iterable<string>} files
 * @param {string} [type] those of one type only
 */
function sum(compilation, files, type) {
  return [...new Set(files)]
    .filter((file) => typeOf(file) && (!type || typeOf(file) === type))
    .reduce((bytes, file) => bytes + wireSize(compilation, file), 0);
}

/** Compares a build with its budget, once everything is compressed: see BUDGET for `limits`. */
exports.SizeBudget = class SizeBudget {
  #limits;
  constructor(limits) {
    this.#limits = limits;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('SizeBudget', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SizeBudget', stage }, () => {
        for (const [what, bytes, limit] of this.#measure(compilation))
          if (bytes > limit)
            compilation.errors.push(
              new compiler.webpack.WebpackError(
                `${what} is ${bytes} bytes on the wire, over the budget of ${limit} (packages/build/size-budget.cjs)`,
              ),
            );
      });
    });
  }

  /** @returns {[what: string, bytes: number, limit: number][]} */
  #measure(compilation) {
    const { first, screen } = this.#limits;
    const entries = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles());
    const firsts = Object.entries(first ?? {}).map(([type, limit]) => [
      `The first load's ${type}`,
      sum(compilation, entries, type),
      limit,
    ]);
    if (!screen) return firsts;
    const screens = screensOf(compilation).map(({ request, files }) => [
      `The screen ${request}`,
      sum(compilation, files),
      screen,
    ]);
    return [...firsts, ...screens];
  }
};
