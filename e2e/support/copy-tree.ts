import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Folders that the compiler writes, and those of packages that npm installs beside the one workspace that uses them. */
const MADE = /\/(dist|\.types|node_modules)\/$/;

function filesOfGit(...which: string[]): string[] {
  const args = ['ls-files', '-z', '--exclude-standard', ...which];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
}

/** Our own packages, which the copy has itself. */
const SCOPE = '@partnerdesk';

/**
 * A copy of the repository's files with its installed packages, below its own cache folder, since files are linked, not
 * copied, which works within one file system only.
 * @param options `packages`: `files` links each file of each package, so that npm may change the copy's; `folders`
 *   links each package as a whole, at once; `built`: with what the compiler and the bundler have made
 * @returns the copy's folder
 */
export function copyTree({ packages = 'files' as 'files' | 'folders', built = true } = {}): string {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const copy = mkdtempSync(join(ROOT, '.cache', 'copy-'));
  for (const file of filesOfGit('--cached', '--others').filter((each) => existsSync(join(ROOT, each))))
    cpSync(join(ROOT, file), join(copy, file), { preserveTimestamps: true });
  if (built) copyBuilds(copy);
  if (packages === 'folders') {
    linkPackages(copy);
    return copy;
  }
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')]);
  // npm writes to it in place, which would change the original.
  rmSync(join(copy, 'node_modules', '.package-lock.json'), { force: true });
  return copy;
}

function copyBuilds(copy: string): void {
  // The compiler works out what changed, as it does for a developer.
  for (const made of filesOfGit('--others', '--ignored', '--directory').filter((each) => MADE.test(each)))
    cpSync(join(ROOT, made), join(copy, made), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
  // And from what the bundles were built: what has not changed is not built again.
  const stamps = join(ROOT, '.cache', 'build');
  if (existsSync(stamps)) cpSync(stamps, join(copy, '.cache', 'build'), { recursive: true });
}

function linkPackages(copy: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((each) => each !== SCOPE && each !== '.cache'))
    symlinkSync(join(from, name), join(to, name));
  // Links that lead out of node_modules, and so to the copy's own folders.
  cpSync(join(from, SCOPE), join(to, SCOPE), { recursive: true, verbatimSymlinks: true });
}
