import { type Attributes, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';

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

/** Only what is on the list: addresses, statements and texts of errors may hold what somebody typed (docs/SECURITY.md, Logs). */
function harmlessSpan(span: ReadableSpan): ReadableSpan {
  const kept = Object.entries(span.attributes).filter(([name]) => KEPT.has(name));
  const attributes: Attributes = Object.fromEntries(kept);
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}

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
function passedSpan(span: SpanToPass): ReadableSpan {
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

/** Sends this process's spans; its address, headers, sampling and batches come from the standard OTEL_ variables. */
export interface Tracing {
  /** Sends spans that were measured elsewhere. */
  pass: (spans: readonly SpanToPass[]) => void;
  /** Sends what is left. */
  close: () => Promise<void>;
}

/** Comes before the libraries, which are watched from the moment they are loaded. @param serviceName unless OTEL_SERVICE_NAME gives one */
export function startTracing(serviceName: string): Tracing {
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || serviceName }),
  );
  const batches = new BatchSpanProcessor(new OTLPTraceExporter());
  const harmless: SpanProcessor = {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => batches.onEnd(harmlessSpan(span)),
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new NodeTracerProvider({ resource, spanProcessors: [harmless] });
  provider.register();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => !url.startsWith('/api/'),
        requireParentforOutgoingSpans: true,
      }),
      new MongoDBInstrumentation({ requireParentSpan: true }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  return {
    pass: (spans) => {
      for (const span of spans) batches.onEnd(passedSpan(span));
    },
    close: () => provider.shutdown(),
  };
}
