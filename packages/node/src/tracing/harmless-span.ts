import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** What a span may say besides its name and times; nothing of these comes from what somebody typed. */
const KEPT = new Set([
  'http.request.method',
  'http.method',
  'http.response.status_code',
  'http.status_code',
  'http.route',
  'db.system',
  'db.system.name',
  'db.operation',
  'db.operation.name',
  'db.collection.name',
  'db.mongodb.collection',
  'messaging.operation.type',
  'messaging.destination.name',
  'error.type',
]);

/**
 * The same span without addresses, queries, keys, statements and texts of errors: they may hold what somebody typed,
 * ids of sessions and tokens (docs/SECURITY.md, Logs). What is not on the list is left out.
 */
export function harmlessSpan(span: ReadableSpan): ReadableSpan {
  const kept = Object.entries(span.attributes).filter(([name]) => KEPT.has(name));
  const attributes: Attributes = Object.fromEntries(kept);
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}

/** Hands spans on as harmlessSpan makes them. */
export function onlyHarmless(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd: (span) => next.onEnd(harmlessSpan(span)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}
