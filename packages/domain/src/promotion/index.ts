/**
 * What brings customers: links and their clicks, calls to affiliates’ own systems, the texts of public pages, and signs of
 * fraud.
 */
export * from './fraud/find-signals';
export * from './fraud/fraud-signals';
export * from './fraud/fraud-traces';
export { linkDayKeyOf } from './links/add-to-link-days';
export * from './links/campaigns';
export * from './links/clicks';
export { countLedgerLinks, rebuildLinkDays } from './links/count-ledger';
export * from './links/link-day.model';
export * from './links/read-link-report';
export * from './postbacks/call-postbacks';
export * from './postbacks/fill-address';
export * from './postbacks/manage-postback';
export * from './postbacks/postback.model';
export * from './postbacks/store-postback-calls';
export * from './text-blocks';
