import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Headers of W3C Trace Context: who carries them on continues the trace. */
export type TraceHeaders = Record<string, string>;

export interface SpanOptions {
  /** Which side of a queue the work is on. */
  side: 'producer' | 'consumer';
  /** Name of the queue. */
  queue: string;
  /** Where the trace began, if elsewhere. */
  from?: TraceHeaders | undefined;
}

/** Whether this process is traced: the standard OTEL_ variables name a collector, and nothing turns traces off. */
export function isTraced(env: NodeJS.ProcessEnv = process.env): boolean {
  const collector = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(collector) && env.OTEL_SDK_DISABLED !== 'true' && env.OTEL_TRACES_EXPORTER !== 'none';
}

/** Headers that continue the trace under way; empty where nothing is traced. */
export function traceHeaders(): TraceHeaders {
  const headers: TraceHeaders = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Does the work as a span of its own; costs nothing where nothing is traced. @throws what the work throws */
export function inSpan<Result>(
  name: string,
  { side, queue, from }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = from ? propagation.extract(ROOT_CONTEXT, from) : context.active();
  const kind = side === 'producer' ? SpanKind.PRODUCER : SpanKind.CONSUMER;
  const attributes = {
    'messaging.destination.name': queue,
    'messaging.operation.type': side === 'producer' ? 'send' : 'process',
  };
  const tracer = trace.getTracer('partnerdesk');
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Names the span of the request under way by its route's pattern, never by its path. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan();
  span?.updateName(`${method} ${route}`);
  span?.setAttribute('http.route', route);
}

/** Trace of the work under way, for the log; missing where nothing is traced. */
export function traceID(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}
