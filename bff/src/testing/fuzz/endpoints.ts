import { CALLS, type Call, isRaw, methodOf, pathOf } from '@partnerdesk/contracts';
import Joi from 'joi';
import { joiOf } from '../../calls/joi-of';

/** An endpoint as it is called. */
export interface Endpoint {
  name: string;
  method: string;
  /** With its parameters, such as `/api/jobs/:id`. */
  path: string;
  row: Call;
  query?: Joi.AnySchema;
  body?: Joi.AnySchema;
}

/** Most of what an event of the service may hold. */
const event = Joi.object({
  eventID: Joi.string().max(100).required(),
  at: Joi.valid('2026-03-01T15:00:00Z', '2026-05-31T23:59:59.999Z').required(),
  type: Joi.valid('sale', 'tip', 'member.joined', 'message', 'call', 'refund', 'notification').required(),
  memberID: Joi.number().integer().min(1),
  staffID: Joi.number().integer().min(1),
  amountCents: Joi.number().integer().min(0).max(1_000_000_000),
  minutes: Joi.number().integer().min(0).max(100_000),
  transactionType: Joi.valid('initial'),
  state: Joi.valid('completed', 'missed', 'requested'),
  from: Joi.valid('member', 'staff'),
  saleEventID: Joi.string().max(100),
  trackID: Joi.string().max(100),
});

/** Bodies that a handler checks by itself. */
const BODIES: Record<string, Joi.AnySchema> = {
  'POST /api/events': Joi.array().items(event).max(20),
};

/** Every call, with the schemas of what it takes. */
export function everyEndpoint(): Endpoint[] {
  return CALLS.map((row) => {
    const { name, query, body: stated } = row;
    const body = stated && !isRaw(stated) ? joiOf(stated) : BODIES[name];
    return {
      name,
      method: methodOf(row),
      path: pathOf(row),
      row,
      ...(query && { query: joiOf(query) }),
      ...(body && { body }),
    };
  });
}
