export {
  dropTestDatabases,
  freePort,
  testDatabaseUrl,
  testRedis,
  waitFor,
} from '@partnerdesk/testing/services';
export * from './events';
export * from './people';
