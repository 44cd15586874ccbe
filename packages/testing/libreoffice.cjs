const { execFile } = require('node:child_process');
const { existsSync } = require('node:fs');
const { mkdtemp, readFile, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { delimiter, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { promisify } = require('node:util');

const TAB_SEPARATED_UTF8 = 'csv:Text - txt - csv (StarCalc):9,0,76,1';

function findLibreOffice() {
  return ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, 'soffice'))
    .find(existsSync);
}

async function openInLibreOffice(text, extension = 'xls') {
  const program = findLibreOffice();
  if (!program) throw new Error('LibreOffice is missing (Debian: apt-get install libreoffice-calc-nogui)');
  const folder = await mkdtemp(join(tmpdir(), 'partnerdesk-libreoffice-'));
  try {
    await writeFile(join(folder, `table.${extension}`), text);
    // A profile of its own: LibreOffice hands the work to a process that has the profile open already.
    await promisify(execFile)(program, [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
      '--headless',
      '--convert-to',
      TAB_SEPARATED_UTF8,
      '--outdir',
      join(folder, 'out'),
      join(folder, `table.${extension}`),
    ]);
    const shown = await readFile(join(folder, 'out', 'table.csv'), 'utf8');
    return shown
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

module.exports = { findLibreOffice, openInLibreOffice };
