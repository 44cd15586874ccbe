import {
  type AcceptedOf,
  type AnswerOf,
  type BodyOf,
  type Call,
  isRaw,
  type ParamsOf,
  type QueryOf,
} from '@partnerdesk/contracts';
import type { Ctx, Step } from '../context';
import { notCrossSite } from '../middleware/origin-check';
import { allowOrThrow } from '../middleware/policy';
import { checkOrThrow, validBody, validQuery } from '../middleware/validate';
import { joiOf } from './joi-of';
import type { RuleContext } from './server-rules';

/** What a handler returns that has answered by itself: with a stream, a file or another status. */
export const ANSWERED = { answeredBy: 'the handler' } as const;

class Accepted<Answer> {
  constructor(readonly answer: Answer) {}
}
/** Answers with 202: the work goes on, or waits for somebody. */
export const accepted = <Answer>(answer: Answer) => new Accepted(answer);

/** What a call was asked, checked and converted. */
export interface Asked<C extends Call> {
  ctx: Ctx;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
}

/** The work of a call: it has its right input, of somebody who may make it, and returns the answer. */
export type Work<C extends Call> = (asked: Asked<C>) => Outcome<C> | Promise<Outcome<C>>;
type Outcome<C> = AnswerOf<C> | Accepted<AcceptedOf<C>> | typeof ANSWERED;

/** The steps of a call after those that know who asks: what it takes is checked, own ids and all, then comes the work. */
export function stepsOf<C extends Call>(call: C, work: Work<C>, context: RuleContext): Step[] {
  const { params, query, body, bodyLimit } = call;
  const options = { context, ...(bodyLimit !== undefined && { limitBytes: bodyLimit }) };
  return [
    ...(call.sameSite ? [notCrossSite] : []),
    ...(params ? [validParams(joiOf(params))] : []),
    ...(query ? [validQuery(joiOf(query), options)] : []),
    ...(body && !isRaw(body) ? [validBody(joiOf(body), options)] : []),
    ...(call.own ? [ownOnly(call.own)] : []),
    async (ctx) => {
      const { query, body } = ctx.state as Partial<Asked<C>>;
      const answer = await work({ ctx, params: ctx.params, query, body } as Asked<C>);
      if (answer === ANSWERED) return;
      if (answer instanceof Accepted) ctx.status = 202;
      ctx.body = answer instanceof Accepted ? answer.answer : answer;
    },
  ] as Step[];
}

const validParams =
  (schema: ReturnType<typeof joiOf>): Step =>
  (ctx, next) => {
    const { params } = ctx as unknown as { params: object };
    Object.assign(ctx, { params: checkOrThrow(params, schema) });
    return next();
  };

/** The affiliate whose id is at this place of the query or body is the one who asks. @throws AppError forbidden */
function ownOnly(place: string): Step<{ query?: object; body?: object }> {
  const names = place.split('.');
  return (ctx, next) => {
    const { principal, query, body } = ctx.state as Ctx['state'] & { query?: object; body?: object };
    const named = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      query ?? body,
    );
    allowOrThrow(principal, ({ kind, affID }) => kind === 'affiliate' && affID === named, undefined);
    return next();
  };
}
