const { createHash } = require('node:crypto');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** Beside a remote's manifest: which build this is, and what each of its files hashes to. */
const NAME = 'release.json';

/** As the `integrity` of a script has it. @param {Buffer | string} content */
const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * What a folder's build is: the same files are the same version, whatever machine they were built on.
 * @param {string} folder
 * @param {string} product the product's version: a build runs with servers and a shell of that version
 */
function describeBuild(folder, product) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const files = Object.fromEntries(
    names.map((name) => [name, integrityOf(readFileSync(path.join(folder, name)))]),
  );
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10);
  const { metaData } = JSON.parse(readFileSync(path.join(folder, 'mf-manifest.json'), 'utf8'));
  return { name: metaData.name, version: `${product}-${hash}`, entry: metaData.remoteEntry.name, files };
}

/** Writes `release.json` of a folder's build. @param {string} folder  @param {string} product */
function writeReleaseFile(folder, product) {
  writeFileSync(path.join(folder, NAME), JSON.stringify(describeBuild(folder, product)));
}

/** Writes `release.json`, by which a build is released (scripts/release-remote.mjs) and checked (bff/src/releases). */
class ReleaseFile {
  apply(compiler) {
    const { version } = require('../../package.json');
    compiler.hooks.afterEmit.tap('ReleaseFile', ({ outputOptions }) =>
      writeReleaseFile(outputOptions.path, version),
    );
  }
}

module.exports = { integrityOf, writeReleaseFile, ReleaseFile };
