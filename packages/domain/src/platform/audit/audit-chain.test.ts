import { databaseUrl, dieAtWrite, useTestDatabase } from '@partnerdesk/testing';
import { GENESIS } from '../canonical-json';
import { domainConfig } from '../config';
import { AuditModel, type ChainedLine, hashOfSealed, SYSTEM_ACTOR, writeAudit } from './audit';

useTestDatabase();

const entry = (id: number) => ({
  actor: SYSTEM_ACTOR,
  action: 'text-block.updated' as const,
  subject: { type: 'text-block' as const, id },
  after: { at: new Date(0), list: [1, 'two'], empty: {}, nothing: undefined },
});

const lines = () => AuditModel.find().sort({ seq: 1 }).lean<ChainedLine[]>();

function expectChained(all: readonly ChainedLine[]): void {
  let prev = GENESIS;
  for (const [index, line] of all.entries()) {
    expect([line._id, line.seq, line.prev]).toEqual([`entry:${index + 1}`, index + 1, prev]);
    expect(hashOfSealed(line)).toBe(line.hash);
    prev = line.hash;
  }
}

test('a line that is written is not failed by one of the same moment that could not be', async () => {
  const { collection } = AuditModel;
  const insertMany = collection.insertMany.bind(collection);
  const insert = jest
    .spyOn(collection, 'insertMany')
    .mockImplementationOnce(async (documents) => {
      await insertMany(documents.slice(0, 1));
      throw Object.assign(new Error('another server has the next number'), { code: 11000 });
    })
    .mockRejectedValueOnce(new Error('away'));
  const written = await Promise.allSettled([writeAudit(entry(1)), writeAudit(entry(2))]);
  insert.mockRestore();
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await lines()).map(({ subject }) => subject?.id)).toEqual(['1']);
});

test('lines of several servers are one chain, and none is lost', async () => {
  let other: typeof import('../../index') | undefined;
  jest.isolateModules(() => {
    other = require('../../index');
  });
  other!.configureDomain(domainConfig());
  await other!.connectDatabase(databaseUrl());
  try {
    const here = Array.from({ length: 60 }, (_, id) => writeAudit(entry(id)));
    const there = Array.from({ length: 60 }, (_, id) => other!.writeAudit(entry(100 + id)));
    await Promise.all([...here, ...there]);
  } finally {
    await other!.disconnectDatabase();
  }
  const all = await lines();
  expect(new Set(all.map(({ subject }) => subject?.id)).size).toBe(120);
  expectChained(all);
});

test('of entries with the same key one is written, by however many servers', async () => {
  const same = { ...entry(1), key: 'same' };
  await Promise.all([writeAudit(same), writeAudit(entry(2)), writeAudit(same)]);
  await writeAudit({ ...entry(3), key: 'other' });
  await Promise.all([writeAudit(entry(4)), writeAudit(same)]);
  const all = await lines();
  expect(all.map(({ subject }) => subject?.id)).toEqual(['1', '2', '3', '4']);
  expectChained(all);
});

test('whatever write a process dies at, the chain has no gap, and what was acknowledged is in it', async () => {
  let acknowledged = 0;
  let deaths = 0;
  for (let count = 1; count < 10; count += 1) {
    const revive = dieAtWrite(count);
    const written = await Promise.allSettled(Array.from({ length: 3 }, (_, id) => writeAudit(entry(id))));
    acknowledged += written.filter(({ status }) => status === 'fulfilled').length;
    if (revive()) deaths += 1;
    await writeAudit(entry(count));
    acknowledged += 1;
  }
  expect(deaths).toBeGreaterThan(0);
  const all = await lines();
  expectChained(all);
  expect(all.length).toBeGreaterThanOrEqual(acknowledged);
});
