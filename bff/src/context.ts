import type { AuditEntry, Principal } from '@partnerdesk/domain';
import type { Logger } from '@partnerdesk/node';
import type { Middleware, Next, ParameterizedContext } from 'koa';

/** What the steps of a request leave for those after them. */
export interface State {
  requestId: string;
  logger: Logger;
  /** Who asks; null for visitors. Set by the session step. */
  principal: Principal | null;
  /** The checked query, after validQuery. */
  query: unknown;
  /** The checked body, after validBody. */
  body: unknown;
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

/** Who does it, by which request and from where, for the audit log. */
export function auditedBy(ctx: Ctx): Pick<AuditEntry, 'actor' | 'requestId' | 'address'> {
  const { kind, id, emailAddress } = principalOf(ctx);
  return { actor: { kind, id, emailAddress }, requestId: ctx.state.requestId, address: ctx.ip };
}
