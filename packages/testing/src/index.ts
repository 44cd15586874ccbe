export {
  dropTestDatabases,
  freePort,
  testDatabaseUrl,
  testRedis,
  waitFor,
} from '@partnerdesk/testing/services';
export * from './ach-return-file';
export * from './adjustments';
export * from './at-time';
export * from './audit-verify';
export * from './die-at-write';
export * from './events';
export * from './numbered-people';
export * from './pausable-proxy';
export * from './people';
export * from './pictures';
export * from './replica-set';
export * from './sales';
export * from './sample';
export * from './seal-as-stored';
export * from './smtp-sink';
export * from './test-database';
export * from './worker-processes';
