import { REMOTE_NAMES, type RemoteName } from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';
import type { Ctx, Step } from '../context';
import type { Releases } from '../releases/releases';
import { visitorNumber } from '../releases/visitor-number';
import { IndexPage } from './index-page';
import { sendFile, sendReleased } from './static-files';

/** Folders of the builds that this server hands out. */
export interface StaticRoots {
  shell: string;
  remotes: Record<RemoteName, string>;
}

/** What can only be a screen. Another name is one for who asks for a page: a script that is gone stays a 404. */
const SCREEN_PATH = /^\/[\w/-]*$/;

const REMOTE_FILE = /^\/remotes\/([^/]+)\/(.+)$/;

/** A file of a remote that was released by itself. */
const RELEASED_FILE = /^([\w.]+-[0-9a-f]{10})\/(.+)$/;

/**
 * The builds: /remotes/<name>/… with true 404s (a loader must not take a page for a script), everything else from the
 * shell, whose document answers the addresses of its history routes.
 */
export function serveBuilds(roots: StaticRoots, releases: Releases, env: Env): Step {
  const page = new IndexPage(roots.shell);
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (isUnder(ctx.path, '/api')) return next();
    if (isUnder(ctx.path, '/remotes'))
      return (await sendRemoteFile(ctx, roots, releases)) ? undefined : next();
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, roots.shell, ctx.path)))
      return;
    if (!ctx.accepts('html') || !(SCREEN_PATH.test(ctx.path) || ctx.get('accept').includes('text/html')))
      return next();
    const remotes = await releases.servedTo(await visitorNumber(ctx, releases, env));
    const html = await page.htmlFor(ctx.path, remotes);
    if (html === undefined) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'html';
    ctx.body = html;
  };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

async function sendRemoteFile(ctx: Ctx, roots: StaticRoots, releases: Releases): Promise<boolean> {
  const [, name, file] = REMOTE_FILE.exec(ctx.path) ?? [];
  if (!name || !file || !(REMOTE_NAMES as readonly string[]).includes(name)) return false;
  const [, version, released] = RELEASED_FILE.exec(file) ?? [];
  if (!version || !released) return sendFile(ctx, roots.remotes[name as RemoteName], file);
  const readFile = (each: string) => releases.fileOf(name as RemoteName, version, each);
  return sendReleased(ctx, released, readFile);
}
