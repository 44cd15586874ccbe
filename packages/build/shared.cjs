const path = require('node:path');

/**
 * What the shell provides once for itself and every remote: libraries, and of packages/web what holds state.
 *
 * Router, redux, its toolkit and react-redux are not in the list: packages/web/src/core.ts is, and it exports the parts
 * that remotes need of them. So there is one copy of each all the same, and what nobody uses of them is left out. (Shared
 * by themselves they come whole, and webpack's warm cache loses what the toolkit re-exports of a shared redux.) The same
 * goes for react-bootstrap and react-datepicker.
 */
const SINGLETONS = ['react', 'react/jsx-runtime', 'react-dom', '@partnerdesk/web/core'];

/** Provided once, too, but each in a chunk of its own: the first screens that people see do without. */
const LATER = ['@partnerdesk/web/kit', '@partnerdesk/web/virtual'];
exports.LATER = LATER;

/** What a remote takes from packages/web; its build fails if it imports them itself, for that would be a second copy. */
const ONLY_THROUGH_WEB = [
  'react-router-dom',
  'react-router',
  'redux',
  'react-redux',
  '@reduxjs/toolkit',
  'react-bootstrap',
  'react-datepicker',
];

const webDir = path.resolve(__dirname, '../web');

function packageOf(request) {
  return request.startsWith('@') ? request.split('/').slice(0, 2).join('/') : request.split('/')[0];
}

function versionOf(request) {
  return require(require.resolve(`${packageOf(request)}/package.json`, { paths: [webDir] })).version;
}

function shareEach(optionsOf) {
  return Object.fromEntries(
    [...SINGLETONS, ...LATER].map((request) => [request, { singleton: true, ...optionsOf(request) }]),
  );
}

/** The shell brings them, the singletons in its first load: no asynchronous boundary, no further round trip. */
exports.sharedByShell = () =>
  shareEach((request) => ({
    eager: SINGLETONS.includes(request),
    version: versionOf(request),
    requiredVersion: false,
  }));

/** A remote never carries a copy of its own: it only ever runs inside the shell. */
exports.sharedByRemote = () => shareEach(() => ({ import: false, requiredVersion: false }));

/** Stops a remote's build at an import that would be a second copy. */
exports.OnlyThroughWeb = class OnlyThroughWeb {
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap('OnlyThroughWeb', (factory) => {
      factory.hooks.beforeResolve.tap('OnlyThroughWeb', ({ request }) => {
        if (!ONLY_THROUGH_WEB.some((name) => request === name || request.startsWith(`${name}/`))) return;
        throw new Error(`A remote takes what it needs of ${request} from @partnerdesk/web`);
      });
    });
  }
};
