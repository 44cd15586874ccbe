import { type AuditEntry, type By, type Principal, writeAudit } from '@partnerdesk/domain';
import type { Logger } from '@partnerdesk/node';
import type { Middleware, Next, ParameterizedContext } from 'koa';

/** What the steps of a request leave for those after them. */
export interface State {
  requestId: string;
  logger: Logger;
  /** Who asks; null for visitors. Set by the session step. */
  principal: Principal | null;
  /** When the person signed in or last proved who they are (ms). Set by the session step. */
  confirmedAt?: number;
  /** What the call takes, checked and converted (bff/src/calls/handle.ts). */
  query?: unknown;
  body?: unknown;
  /** Body of a signed call. Set by the step that checks its signature. */
  bytes?: Buffer;
  /** Its body is read, and its caller has proved to be entitled to send it. Set by readBytes. */
  proven?: true;
  /** Of the request's line in the access log, where it is not info. */
  logLevel?: 'debug';
}

export type Ctx = ParameterizedContext<State>;

/** One step of a route's stack; it throws an AppError to refuse. */
export type Step = (ctx: Ctx, next: Next) => Promise<unknown> | unknown;

/** A step as Koa and its router type it. */
export type KoaStep = Middleware<State>;

/** Who asks, in stacks where `permit` has let only signed-in people through. */
export function principalOf(ctx: Ctx): Principal {
  if (!ctx.state.principal) throw new Error('this route is missing its permission step');
  return ctx.state.principal;
}

/** By which request something is done, and from where. */
export const originOf = (ctx: Ctx): Omit<By, 'actor'> => ({
  requestId: ctx.state.requestId,
  address: ctx.ip,
});

/** Who does it, by which request and from where, for the audit log. */
export function auditedBy(ctx: Ctx): By {
  const { kind, id, emailAddress } = principalOf(ctx);
  return { actor: { kind, id, emailAddress }, ...originOf(ctx) };
}

/** Writes to the audit log what the person who asks does. */
export const audit = (ctx: Ctx, entry: Omit<AuditEntry, keyof By>) =>
  writeAudit({ ...auditedBy(ctx), ...entry });
