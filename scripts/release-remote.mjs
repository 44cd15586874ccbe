import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildServers, ensureInstalled, runWebpack } from './lib/builds.mjs';
import { Failure, flag, runCommand, text } from './lib/command.mjs';
import { withEnvFile } from './lib/env-file.mjs';
import { inRoot } from './lib/paths.mjs';
import { ReleaseFolder } from './lib/release.mjs';
import { workspacesOf } from './lib/workspaces.mjs';

const USAGE = `Releases one remote by itself: the next page gets it, pages that are open go on with theirs.

  npm run release:remote -- NAME [--from DIR] [--share PERCENT]
  npm run release:remote -- NAME --use VERSION [--share PERCENT]
  npm run release:remote -- NAME --back
  npm run release:remote -- NAME --built-in
  npm run release:remote -- NAME --list

  --from DIR       a build that was made elsewhere, with its release.json; else it is built from this tree
  --share PERCENT  only for that share of the visitors, who keep it; 100 for everybody
  --use VERSION    a build that was released before
  --back           back to the build before
  --built-in       back to the build that came with the servers
  --list           the builds, and who gets which
  --data DIR       the data folder of npm start; default DATA_DIR, else .data

The folder is RELEASES_DIR, else releases in the data folder. Servers read it at each page: nothing is restarted.`;

const OPTIONS = { from: text, share: text, use: text, back: flag, 'built-in': flag, list: flag, data: text };
const FLAGS = { options: OPTIONS, allowPositionals: true };

runCommand('npm run release:remote', USAGE, FLAGS, async ({ values, positionals }) => {
  const name = remoteOf(positionals);
  const share = shareOf(values.share);
  const releases = new ReleaseFolder(folderOf(values.data), name);
  if (values.list) return printBuilds(releases);
  if (values.back) releases.use(releases.before());
  else if (values['built-in']) releases.use(undefined);
  else if (values.use) releases.use(values.use, share);
  else releases.use(await addBuild(releases, name, values.from), share);
  printBuilds(releases);
});

/** @param {string[]} positionals */
function remoteOf(positionals) {
  const names = workspacesOf().flatMap(({ path }) => /^mfe-(.+)$/.exec(path)?.[1] ?? []);
  const [name, ...others] = positionals;
  if (name && others.length === 0 && names.includes(name)) return name;
  throw new Failure(
    `Name one remote, such as npm run release:remote -- payroll; there are ${names.join(', ')}.`,
  );
}

/** @param {string | undefined} text */
function shareOf(text = '100') {
  const share = Number(text);
  if (!(share > 0 && share <= 100)) throw new Failure('--share is a number above 0, to 100.');
  return share;
}

/** @param {string | undefined} data */
function folderOf(data) {
  const { RELEASES_DIR, DATA_DIR } = withEnvFile('.env');
  return resolve(RELEASES_DIR || join(data || DATA_DIR || '.data', 'releases'));
}

/** Returns the version. @param {ReleaseFolder} releases @param {string} name @param {string | undefined} from */
async function addBuild(releases, name, from) {
  await ensureInstalled({ tests: false });
  await buildServers(undefined, ['packages/contracts']);
  if (from) return releases.add(resolve(from));
  const output = inRoot('.cache', 'release', name);
  rmSync(output, { recursive: true, force: true });
  await runWebpack([`mfe-${name}`], { PARTNERDESK_OUTPUT: output });
  return releases.add(output);
}

/** @param {ReleaseFolder} releases */
function printBuilds({ rollout: { current, canary, released } }) {
  const others = 100 - (canary?.share ?? 0);
  const lines = released.map(({ version, releasedAt, replacedAt }) => {
    if (version === canary?.version) return `${version}  ${canary.share} % of the visitors`;
    if (version === current) return `${version}  ${others} % of the visitors`;
    return `${version}  replaced ${replacedAt ?? releasedAt}, kept for a week`;
  });
  for (const line of [...lines, `built in  ${current ? 0 : others} % of the visitors`])
    console.log(`  ${line}`);
}
