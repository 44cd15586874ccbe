/**
 * What tests of any package need of the run's real services. Plain JavaScript with a hand-written declaration, so
 * that packages which `@partnerdesk/testing` itself builds on (domain, queues, node) can use it in their tests.
 */

/**
 * Address of a database that nobody else uses; it comes to be with the first write and goes with the run.
 * @param name a part of its name, to recognise it
 * @throws Error when the run has no database server
 */
export declare function testDatabaseUrl(name?: string): string;

/** Whether the run's database is the built-in one; false: MONGO_URL names another. */
export declare function isBuiltInDatabase(): boolean;

/**
 * Where the primary of a database's server or replica set is, for what is to stand between it and a driver: one that
 * knows the set's members would go around.
 * @returns `through`: the address of the database by a port of this machine
 */
export declare function addressOfPrimary(
  url: string,
): Promise<{ host: string; port: number; through: (port: number) => string }>;

/**
 * Address of the one database that the test files of a jest worker share, one after the other: what the file before
 * left is still there, its indexes too.
 * @throws Error when the run has no database server
 */
export declare function workerDatabaseUrl(): string;

/** A size of a test: `short` in `npm test`, `whole` in `npm run test:all`. */
export declare function sized<T>(short: T, whole: T): T;

/**
 * How often fast-check tries a property: an eighth of `usual` with one seed in `npm test`, ten times as often with new
 * seeds in `npm run test:all`; a failure prints its seed.
 */
export declare function propertyRuns(usual: number): { numRuns: number; seed?: number };

/**
 * A program that the run has built from the present sources before its first test.
 * @param file below the root, such as `workers/dist/main.js`
 * @throws Error with the compiler's output when the sources do not compile
 */
export declare function builtProgram(file: string): string;

/**
 * An emptied Redis database of the caller's own. `prefix` is unique too, for what lives in one database with others.
 * @throws Error when the run has no Redis
 */
export declare function testRedis(): Promise<{ url: string; prefix: string }>;

/**
 * Calls `check` again and again until it returns something truthy, and returns that. An error counts as 'not yet'.
 * @throws Error naming `what` when `timeoutMs` (10,000) are over; its cause is the check's last error
 */
export declare function waitFor<T>(
  check: () => T | Promise<T>,
  options: { what: string; timeoutMs?: number; everyMs?: number },
): Promise<NonNullable<T>>;

/** A port that is free on the loopback address at the time of the answer. */
export declare function freePort(): Promise<number>;

/**
 * Drops the databases that testDatabaseUrl gave out, for a server that outlives the run. TEST_DATABASES_LIST names
 * the file in which it notes them.
 */
export declare function dropTestDatabases(address: string, list: string): Promise<void>;
