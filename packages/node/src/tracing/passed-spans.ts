import { type Attributes, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';

/** A call as a browser measured it. */
export interface SpanToPass {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  /** Nanoseconds since 1970, in digits. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** 2: failed. */
  status?: number | undefined;
}

const BROWSER = resourceFromAttributes({ 'service.name': 'partnerdesk-browser' });
const NANOS = 1_000_000_000n;

const timeOf = (nanos: string): [number, number] => {
  const all = BigInt(nanos);
  return [Number(all / NANOS), Number(all % NANOS)];
};

/** What the exporter takes for a finished span of the browser's. */
export function passedSpan(span: SpanToPass): ReadableSpan {
  const identity = (spanId: string) => ({ traceId: span.traceId, spanId, traceFlags: TraceFlags.SAMPLED });
  const took = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano);
  const attributes: Attributes = {};
  return {
    name: span.name,
    kind: SpanKind.CLIENT,
    spanContext: () => identity(span.spanId),
    ...(span.parentSpanId && { parentSpanContext: identity(span.parentSpanId) }),
    startTime: timeOf(span.startTimeUnixNano),
    endTime: timeOf(span.endTimeUnixNano),
    duration: timeOf(String(took > 0n ? took : 0n)),
    status: { code: span.status === 2 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource: BROWSER,
    instrumentationScope: { name: 'partnerdesk-browser' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
