import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/**
 * A copy of the repository's files with its installed packages, below its own cache folder: packages are linked, not
 * copied, which works within one file system only.
 * @returns the copy's folder
 */
export function copyTree(): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const copy = mkdtempSync(join(ROOT, '.cache', 'copy-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files.filter((each) => existsSync(join(ROOT, each))))
    cpSync(join(ROOT, file), join(copy, file));
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')]);
  // npm writes to it in place, which would change the original.
  rmSync(join(copy, 'node_modules', '.package-lock.json'), { force: true });
  return copy;
}
