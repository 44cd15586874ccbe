const { readFileSync } = require('node:fs');
const { LATER } = require('./shared.cjs');

/**
 * Beside a remote's manifest: by the path of each screen the scripts and styles that it is shown with, in their order, and
 * the names of what it takes from the shell in chunks of their own.
 */
const NAME = 'screens.json';

/** `'/faq': () => import('./faq/faq-screen')` */
const LOADER = /'(\/[\w/-]*)':\s*\(\)\s*=>\s*import\('([^']+)'\)/g;

/**
 * The screens of a remote, which its exposed module imports: of each the request, the file that names it, all files that
 * it needs, entry first, and what it takes from the shell.
 * @param {import('webpack').Compilation} compilation
 * @returns {{ request: string, from: string, files: string[], shared: string[] }[]}
 */
function screensOf(compilation) {
  const entries = [...compilation.entrypoints.values()];
  const exposed = compilation.chunkGroups.filter((group) =>
    [...group.parentsIterable].some((parent) => parent.isInitial()),
  );
  return exposed.flatMap((parent) =>
    parent.getChildren().flatMap((group) => {
      const files = [...entries, parent, group].flatMap((each) => each.getFiles());
      return group.origins.map(({ request, module }) => ({
        request,
        from: module?.resource,
        files: [...new Set(files)].filter((file) => /\.(js|css)$/.test(file)),
        shared: sharedIn(compilation, group).filter((name) => LATER.includes(name)),
      }));
    }),
  );
}

/** @returns {string[]} the names of what the chunks take from the shell */
function sharedIn({ chunkGraph }, { chunks }) {
  const modules = chunks.flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  return modules.flatMap(({ type, options }) => (type === 'consume-shared-module' ? options.shareKey : []));
}

/** Writes `screens.json`, by which the web server names a screen's files in the document (bff/src/static). */
class ScreenFiles {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ScreenFiles', (compilation) => {
      // After the names have their hashes.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ScreenFiles', stage }, () => {
        const text = JSON.stringify(filesByPath(screensOf(compilation)));
        compilation.emitAsset(NAME, new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}

/** @param {ReturnType<typeof screensOf>} screens */
function filesByPath(screens) {
  const loaders = [...new Set(screens.map(({ from }) => from))]
    .filter(Boolean)
    .flatMap((from) =>
      [...readFileSync(from, 'utf8').matchAll(LOADER)].map(([, path, request]) => ({ from, path, request })),
    );
  return Object.fromEntries(
    loaders.flatMap(({ from, path, request }) => {
      const screen = screens.find((each) => each.from === from && each.request === request);
      return screen ? [[path, [...screen.files, ...screen.shared]]] : [];
    }),
  );
}

/** Beside the shell's document: by the names of what it provides in chunks of their own the scripts of each. */
const PROVIDED = 'provided.json';

/** Writes `provided.json`, by which the web server has them asked for beside a screen that takes one, not after it. */
class ProvidedFiles {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ProvidedFiles', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ProvidedFiles', stage }, () => {
        const files = LATER.map((name) => [name, providedFiles(compilation, name)]);
        const text = JSON.stringify(Object.fromEntries(files));
        compilation.emitAsset(PROVIDED, new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}

/** @param {import('webpack').Compilation} compilation @param {string} name of what is shared @returns {string[]} */
function providedFiles({ modules, chunkGraph }, name) {
  const provided = [...modules].filter(
    (module) => module.type === 'provide-module' && module.identifier().includes(name),
  );
  const groups = provided.flatMap(({ blocks }) =>
    blocks.map((block) => chunkGraph.getBlockChunkGroup(block)),
  );
  const files = new Set(groups.flatMap((group) => group?.getFiles() ?? []));
  return [...files].filter((file) => file.endsWith('.js'));
}

module.exports = { screensOf, ScreenFiles, ProvidedFiles };
