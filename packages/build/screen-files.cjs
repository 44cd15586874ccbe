const { readFileSync } = require('node:fs');

/** Beside a remote's manifest: by the path of each screen the scripts and styles that it is shown with, in their order. */
const NAME = 'screens.json';

/** `'/faq': () => import('./faq/faq-screen')` */
const LOADER = /'(\/[\w/-]*)':\s*\(\)\s*=>\s*import\('([^']+)'\)/g;

/**
 * The screens of a remote, which its exposed module imports: of each the request, the file that names it and all files
 * that it needs, entry first.
 * @param {import('webpack').Compilation} compilation
 * @returns {{ request: string, from: string, files: string[] }[]}
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
      }));
    }),
  );
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
      return screen ? [[path, screen.files]] : [];
    }),
  );
}

/** Beside the shell's document: the scripts of what it provides for nearly every screen of a remote. */
const PROVIDED = 'provided.json';

/** Writes `provided.json`, by which the web server has them asked for beside a remote's screen instead of after it. */
class ProvidedFiles {
  /** @param {string} name of what is shared */
  constructor(name) {
    this.name = name;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ProvidedFiles', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'ProvidedFiles', stage }, () => {
        const provided = [...compilation.modules].filter(
          (module) => module.type === 'provide-module' && module.identifier().includes(this.name),
        );
        const groups = provided.flatMap(({ blocks }) =>
          blocks.map((block) => compilation.chunkGraph.getBlockChunkGroup(block)),
        );
        const files = new Set(groups.flatMap((group) => group?.getFiles() ?? []));
        const text = JSON.stringify([...files].filter((file) => file.endsWith('.js')));
        compilation.emitAsset(PROVIDED, new compiler.webpack.sources.RawSource(text));
      });
    });
  }
}

module.exports = { screensOf, ScreenFiles, ProvidedFiles };
