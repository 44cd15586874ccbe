import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web';
import { BROWSER_TRACES_PATH, MAX_BROWSER_SPANS } from '@partnerdesk/contracts';

/**
 * From now on each call of this page to the API begins a trace that the servers continue. The page's own spans go to the
 * web server, which passes their names and times on.
 */
export function traceCalls(): void {
  const exporter = new OTLPTraceExporter({ url: new URL(BROWSER_TRACES_PATH, location.origin).href });
  const batches = new BatchSpanProcessor(exporter, { maxExportBatchSize: MAX_BROWSER_SPANS });
  const provider = new WebTracerProvider({ spanProcessors: [batches] });
  provider.register();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new FetchInstrumentation({
        ignoreUrls: [/\/api\/browser-/, /^(?!.*\/api\/)/],
        clearTimingResources: true,
      }),
    ],
  });
}
