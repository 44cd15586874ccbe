import {
  type AcceptedOf,
  type AnswerOf,
  type BodyOf,
  type Call,
  isRaw,
  type ParamsOf,
  type QueryOf,
} from '@partnerdesk/contracts';
import type { By, Principal } from '@partnerdesk/domain';
import { auditedBy, type Ctx, principalOf, type Step } from '../context';
import { notCrossSite } from '../middleware/origin-check';
import { allowOrThrow } from '../middleware/policy';
import { FORM_LIMIT_BYTES, readJson } from '../middleware/read-body';
import { signedBody } from '../middleware/signed-call';
import type { Proofs } from '../second-factor/proofs';
import { checkOrThrow, type RuleContext } from './joi-of';

/** What a handler returns that has answered by itself: with a stream, a file or another status. */
export const ANSWERED = { answeredBy: 'the handler' } as const;

class Accepted<Answer> {
  constructor(readonly answer: Answer) {}
}
/** Answers with 202: the work goes on, or waits for somebody. */
export const accepted = <Answer>(answer: Answer) => new Accepted(answer);

/** What a call was asked, checked and converted; who asks, and how the audit log names them, where that is not anybody. */
export interface Asked<C extends Call> {
  ctx: Ctx;
  readonly principal: Principal;
  readonly by: By;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
}

/** What a call answers at once; one that answers nothing, nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: functions without a return are meant
type Plain<C> = [AnswerOf<C>] extends [undefined] ? void : AnswerOf<C>;
type Done<C> = Plain<C> | Accepted<AcceptedOf<C>> | typeof ANSWERED;

/** The work of a call: it has its right input, of somebody who may make it, and returns the answer. */
export type Work<C extends Call> = (asked: Asked<C>) => Done<C> | Promise<Done<C>>;

/** What the steps of a call are made from, besides the call. */
interface Parts {
  env: RuleContext & { eventsSecret: string };
  proofs: Proofs;
  /** Know who asks, and whether they may. */
  guard: readonly Step[];
  /** What comes before anything that the call takes is checked, such as a limit by address. */
  before: readonly Step[];
}

/** The steps of a call. Other sites are refused first; nobody proves themselves for an input that is refused. */
export function stepsOf<C extends Call>(
  call: C,
  work: Work<C>,
  { env: { deepLinkPages, eventsSecret: secret }, proofs, guard, before }: Parts,
): Step[] {
  const { query, bodyLimit: limitBytes = FORM_LIMIT_BYTES } = call;
  return [
    ...(call.sameSite ? [notCrossSite] : []),
    ...guard,
    ...before,
    ...(call.who === 'service' ? [signedBody({ secret, limitBytes, coversQuery: Boolean(query) })] : []),
    checked(call, { deepLinkPages }),
    ...(call.confirm ? [proofs.step(call.confirm)] : []),
    ...(call.own ? [ownOnly(call.own)] : []),
    async (ctx) => {
      const { query, body } = ctx.state;
      const asked = {
        ctx,
        params: ctx.params,
        query,
        body,
        get principal() {
          return principalOf(ctx);
        },
        get by() {
          return auditedBy(ctx);
        },
      };
      const answer = await work(asked as Asked<C>);
      if (answer === ANSWERED) return;
      if (answer instanceof Accepted) ctx.status = 202;
      ctx.body = answer instanceof Accepted ? answer.answer : answer;
    },
  ];
}

/** Checks and converts what a call takes: its work finds it in ctx.params, ctx.state.query and ctx.state.body. */
function checked({ params, query, body, bodyLimit, bodyTypes }: Call, context: RuleContext): Step {
  return async (ctx, next) => {
    const { state } = ctx;
    if (params) Object.assign(ctx, { params: checkOrThrow(ctx.params, params) });
    // A copy with a prototype of its own: Node's query object has none.
    if (query) state.query = checkOrThrow({ ...ctx.query }, query, context);
    if (body && !isRaw(body)) {
      const json = await readJson(ctx, bodyLimit, bodyTypes);
      state.body = checkOrThrow(json, body, { ...context, query: state.query });
    }
    return next();
  };
}

/** The affiliate whose id is at this place of the query or body is the one who asks. @throws AppError forbidden */
function ownOnly(place: string): Step {
  const names = place.split('.');
  return ({ state: { principal, query, body } }, next) => {
    const named = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      query ?? body,
    );
    allowOrThrow(principal, ({ kind, affID }) => kind === 'affiliate' && affID === named);
    return next();
  };
}
