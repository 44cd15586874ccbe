import type { PassThrough } from 'node:stream';
import { loadPrincipal } from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../context';
import type { Policy } from '../middleware/policy';
import { currentSession } from '../middleware/session';
import type { SessionStore } from '../middleware/session-store';
import type { LiveChanges, LiveSubject } from './live-changes';

interface Options {
  /** Whether a person may have the stream. */
  allows: Policy;
  /** What it reports. */
  about: LiveSubject;
}

/** Answers with a stream of changes; it ends when the person who opened it could not open it any more. */
export async function answerStream(
  ctx: Ctx,
  { sessions, liveChanges }: { sessions: SessionStore; liveChanges: LiveChanges },
  { allows, about }: Options,
): Promise<PassThrough> {
  const hash = currentSession(ctx);
  const person = principalOf(ctx);
  /** The account, its sessions and what it may. */
  const stillAllowed = async () => {
    if (!(await sessions.isOpen(hash))) return false;
    const now = await loadPrincipal(person.kind, person.id);
    return now?.sessionVersion === person.sessionVersion && allows(now);
  };
  const stream = await liveChanges.open(person, stillAllowed, about);
  ctx.compress = false;
  ctx.type = 'text/event-stream';
  ctx.set('X-Accel-Buffering', 'no');
  return stream;
}
