import { isTraced } from './spans';
import type { SpanToPass, Tracing } from './tracing';

let tracing: Tracing | undefined;

/**
 * Traces this process if the standard OTEL_ variables say so; else nothing of OpenTelemetry is loaded. Servers import this
 * before all others: libraries are watched from the moment they are loaded.
 */
export function beginTracing(serviceName: string): void {
  if (!isTraced()) return;
  const { startTracing } = require('./tracing') as typeof import('./tracing');
  tracing = startTracing(serviceName);
}

/** Sends what is left. A collector that does not answer keeps no process from ending. */
export async function endTracing(): Promise<void> {
  await tracing?.close().catch(() => undefined);
}

/** Sends spans that a browser measured; nothing where nothing is traced. */
export function passSpans(spans: readonly SpanToPass[]): void {
  tracing?.pass(spans);
}
