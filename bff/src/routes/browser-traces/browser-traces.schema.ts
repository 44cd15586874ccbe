import { MAX_BROWSER_SPANS } from '@partnerdesk/contracts';
import Joi from 'joi';

const hex = (digits: number) =>
  Joi.string().pattern(new RegExp(`^[0-9a-f]{${digits}}$`), 'hexadecimal digits');
const nanos = Joi.string()
  .pattern(/^\d{1,20}$/, 'nanoseconds')
  .required();

/** Only what is named here is passed on: a browser's attributes may hold addresses. */
const span = Joi.object({
  traceId: hex(32).required(),
  spanId: hex(16).required(),
  parentSpanId: hex(16),
  name: Joi.string()
    .pattern(/^(GET|POST|PUT|DELETE)$/, 'method')
    .required(),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  status: Joi.object({ code: Joi.number().integer().min(0).max(2) }).unknown(),
}).options({ stripUnknown: true });

/** POST /browser-traces: OTLP as JSON. */
export const browserTracesBody = Joi.object({
  resourceSpans: Joi.array()
    .items(
      Joi.object({
        scopeSpans: Joi.array()
          .items(Joi.object({ spans: Joi.array().items(span).max(MAX_BROWSER_SPANS).required() }).unknown())
          .max(1)
          .required(),
      }).unknown(),
    )
    .max(1)
    .required(),
});
