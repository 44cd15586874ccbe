const path = require('node:path');

/**
 * What the shell provides once for itself and every remote. react-bootstrap is not in it: sharing it whole would end
 * its tree shaking, so remotes use the parts that packages/web exports.
 */
const SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'redux',
  'react-redux',
  '@reduxjs/toolkit',
  '@partnerdesk/web',
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
    SINGLETONS.map((request) => [request, { singleton: true, ...optionsOf(request) }]),
  );
}

/** The shell brings them, in its first load: no asynchronous boundary, no further round trip. */
exports.sharedByShell = () =>
  shareEach((request) => ({ eager: true, version: versionOf(request), requiredVersion: false }));

/** A remote never carries a copy of its own: it only ever runs inside the shell. */
exports.sharedByRemote = () => shareEach(() => ({ import: false, requiredVersion: false }));
