/** Loaded before the built web server: it hands out the app that is bundled as one (bench/web.mjs), and no remotes. */
const path = require('node:path');
const { REMOTE_NAMES } = require('@partnerdesk/contracts');
const served = require('../bff/dist/static/static.js');

const ROOT = path.join(__dirname, '../.cache/bundled');
const { serveBuilds } = served;

served.serveBuilds = (_, releases, env) => {
  // The document has the browser ask for it once, and for no manifest.
  releases.servedTo = async () => REMOTE_NAMES.map((name) => ({ name, manifest: '/api/configuration' }));
  return serveBuilds({ shell: ROOT, remotes: {} }, releases, env);
};
