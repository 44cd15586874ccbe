/**
 * Has a remote's scripts and styles asked for with the query of its entry: the shell gives another try another one
 * (shell/src/remotes/federation.ts). Without it a browser answers from what it has preloaded in vain.
 */
exports.SameAttempt = class SameAttempt {
  apply(compiler) {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    class Query extends RuntimeModule {
      constructor() {
        super('same attempt', RuntimeModule.STAGE_ATTACH);
      }

      generate() {
        // Styles are also run while they are built, where there is no document.
        return `
          const query = typeof document === 'object' ? new URL(document.currentScript.src).search : '';
          for (const name of ['u', 'miniCssF']) {
            const nameOf = __webpack_require__[name];
            if (query && nameOf) __webpack_require__[name] = (chunk) => nameOf(chunk) + query;
          }`;
      }
    }
    compiler.hooks.thisCompilation.tap('SameAttempt', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('SameAttempt', (chunk, requirements) => {
        requirements.add(RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new Query());
      });
    });
  }
};
