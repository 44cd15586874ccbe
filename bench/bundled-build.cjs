/** Loaded before the built web server: it hands out the app that is bundled as one (bench/web.mjs), and no remotes. */
const path = require('node:path');
const { REMOTE_NAMES } = require('@partnerdesk/contracts');
const served = require('../bff/dist/static/static.js');

const ROOT = path.join(__dirname, '../.cache/bundled');
const { serveBuilds } = served;
/** The same for each remote. */
const forEach = (value) => Object.fromEntries(REMOTE_NAMES.map((name) => [name, value]));

served.serveBuilds = (_, env) =>
  serveBuilds(
    { shell: ROOT, remotes: forEach(path.join(ROOT, 'remotes')) },
    // The document has the browser ask for it once, and for no manifest.
    { ...env, remoteManifests: forEach('/api/configuration') },
  );
