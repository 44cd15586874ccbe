export * from './address-list';
export * from './env';
export { DEVELOPMENT_SECRETS } from './env-schema';
export * from './gate';
export * from './logger';
export * from './shutdown';
