import { ACCOUNT_WIRE, type AccountKind, UPDATE_TYPES } from '@partnerdesk/contracts';
import Joi from 'joi';
import { ACCESS, type AccessRow } from '../../access-table';
import { schemaOf } from '../../middleware/validate';
import { updateBody } from '../../routes/accounts/update-account.schema';
import { everyRoute } from '../every-route';

/** An endpoint as it is called. */
export interface Endpoint {
  name: string;
  method: string;
  /** With its parameters, such as `/api/jobs/:id`. */
  path: string;
  row: AccessRow;
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

const updateOf = (kind: AccountKind) =>
  Joi.alternatives(...UPDATE_TYPES.map((updateType) => updateBody(kind, updateType)));

/** Bodies that a handler checks by itself. */
const BODIES: Record<string, Joi.AnySchema> = {
  'POST /api/events': Joi.array().items(event).max(20),
  ...Object.fromEntries(
    (Object.keys(ACCOUNT_WIRE) as AccountKind[]).map((kind) => [
      `POST /api/${ACCOUNT_WIRE[kind].update}`,
      updateOf(kind),
    ]),
  ),
};

/** Every row of the table of endpoints, with the schemas of what it takes. */
export function everyEndpoint(): Endpoint[] {
  const steps = new Map(everyRoute().map((route) => [route.name, route.steps]));
  return Object.entries(ACCESS).map(([name, row]) => {
    const [method = '', path = ''] = name.split(' ');
    const schemas = Object.assign({}, ...(steps.get(name) ?? []).map(schemaOf));
    const { query, body = BODIES[name] } = schemas;
    return { name, method, path, row, ...(query && { query }), ...(body && { body }) };
  });
}
