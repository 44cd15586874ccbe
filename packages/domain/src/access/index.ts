/**
 * How people and programs prove who they are: sign-in, second factors, forgotten passwords, API keys, and which
 * administrator may do what.
 */
export * from './api-keys';
export * from './deny-change';
export * from './end-sessions';
export * from './manage-administrators';
export { isAlone } from './managers';
export * from './password-reset';
export * from './record-sign-ins';
export * from './recovery-codes';
export * from './second-factor';
