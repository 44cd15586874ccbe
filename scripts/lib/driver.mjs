import { createRequire } from 'node:module';

/** The very driver that the product uses: it belongs to mongoose. */
const driver = createRequire(import.meta.resolve('mongoose'))('mongodb');

export const MongoClient = /** @type {typeof import('mongodb').MongoClient} */ (driver.MongoClient);
export const EJSON = /** @type {typeof import('bson').EJSON} */ (driver.BSON.EJSON);
export const BSON = /** @type {typeof import('bson')} */ (driver.BSON);
