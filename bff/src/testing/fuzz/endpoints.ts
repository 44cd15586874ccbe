import { CALLS, type Call, EVENT_TYPES, eventsCall, isRaw, methodOf, pathOf } from '@partnerdesk/contracts';
import Joi from 'joi';
import { joiOf } from '../../calls/joi-of';
import type { OpenApi, Operation } from '../../open-api/open-api';
import { operationIn } from '../reference';
import type { Taken } from './draw-value';

/** An endpoint as the published reference has it. */
export interface Endpoint {
  /** Method and path, its parameters as `:id`. */
  name: string;
  method: string;
  /** With its parameters, such as `/api/jobs/{id}`. */
  path: string;
  operation: Operation;
  who: Call['who'];
  query?: Taken;
  body?: Taken;
}

const text = { type: 'string', minLength: 1, maxLength: 100 };
const id = { type: 'integer', minimum: 1 };
/** Most of what an event of the service may hold; the handler checks each by itself, so that the reference has bytes. */
const event = {
  type: 'object',
  required: ['eventID', 'at', 'type'],
  properties: {
    eventID: text,
    at: { enum: ['2026-03-01T15:00:00Z', '2026-05-31T23:59:59.999Z'] },
    type: { enum: Object.keys(EVENT_TYPES) },
    memberID: id,
    staffID: id,
    amountCents: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
    minutes: { type: 'integer', minimum: 0, maximum: 100_000 },
    transactionType: { const: 'initial' },
    state: { enum: ['completed', 'missed', 'requested'] },
    from: { enum: ['member', 'staff'] },
    saleEventID: text,
    trackID: text,
  },
};
const EVENTS: Taken = { published: { type: 'array', items: event, maxItems: 20 }, validator: Joi.any() };

/** Every call of the published document. */
export function everyEndpoint(document: OpenApi): Endpoint[] {
  return CALLS.map((call) => {
    const operation = operationIn(document, call);
    if (!operation) throw new Error(`The reference lacks ${call.name}`);
    const query = queryOf(call, operation);
    const body = bodyOf(call, operation);
    return {
      name: call.name,
      method: methodOf(call),
      path: pathOf(call),
      operation,
      who: call.who,
      ...(query && { query }),
      ...(body && { body }),
    };
  });
}

function queryOf({ query }: Call, { parameters }: Operation): Taken | undefined {
  if (!query) return undefined;
  const fields = parameters.filter((each) => each.in === 'query');
  const published = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
  return { published, validator: joiOf(query) };
}

function bodyOf({ name, body }: Call, { requestBody }: Operation): Taken | undefined {
  if (name === eventsCall.name) return EVENTS;
  const published = Object.values(requestBody?.content ?? {})[0]?.schema;
  return body && published && !isRaw(body) ? { published, validator: joiOf(body) } : undefined;
}
