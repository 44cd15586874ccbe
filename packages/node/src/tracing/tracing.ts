import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { onlyHarmless } from './harmless-span';
import { passedSpan, type SpanToPass } from './passed-spans';

/** Sends this process's spans; its address, headers, sampling and batches come from the standard OTEL_ variables. */
export interface Tracing {
  /** Sends spans that were measured elsewhere. */
  pass: (spans: readonly SpanToPass[]) => void;
  /** Sends what is left. */
  close: () => Promise<void>;
}

/**
 * Traces this process. Libraries are watched from the moment they are loaded, so this comes before them.
 * @param serviceName name of the service unless OTEL_SERVICE_NAME gives another one
 */
export function startTracing(serviceName: string): Tracing {
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || serviceName }),
  );
  const batches = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new NodeTracerProvider({ resource, spanProcessors: [onlyHarmless(batches)] });
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
