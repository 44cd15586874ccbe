/** How people and programs prove who they are, and which administrator may do what. */
export * from './api-keys';
export * from './deny-change';
export * from './end-sessions';
export * from './manage-administrators';
export * from './password-reset';
export * from './record-sign-ins';
export * from './second-factor';
