export * from './address-list';
export * from './env';
export { DEVELOPMENT_SECRETS } from './env-schema';
export * from './gate';
export * from './logger';
export { metrics } from './metrics/metrics';
export { type MetricsServerOptions, startMetricsServer } from './metrics/metrics-server';
export * from './shutdown';
