import { ACCOUNT_KIND_NAMES, type AccountKind } from '@partnerdesk/contracts';
import { makeAffiliate, makeMember, makeStaff, useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { findPersonOrThrow, PERSONAL_DATA_SOURCES } from './personal-data-sources';

useTestDatabase();

const MAKE: Record<AccountKind, () => Promise<number>> = {
  affiliate: async () => (await makeAffiliate()).affID,
  staff: async () => (await makeStaff()).staffID,
  member: async () => (await makeMember()).memberID,
};

/** Read whole, when the office exports or erases somebody: an index would make each event that comes in dearer. */
const READ_WHOLE = ['event'];

test.each(ACCOUNT_KIND_NAMES)('everything of a person of kind %s is found by an index', async (kind) => {
  const person = await findPersonOrThrow(kind, await MAKE[kind]());
  const scans: string[] = [];
  for (const { name, model, where } of PERSONAL_DATA_SOURCES) {
    await model.createIndexes();
    for (const filter of where(person)) {
      const { queryPlanner } = await mongoose.connection.db!.command({
        explain: { find: model.collection.collectionName, filter },
        verbosity: 'queryPlanner',
      });
      if (JSON.stringify(queryPlanner.winningPlan).includes('COLLSCAN')) scans.push(name);
    }
  }
  expect(scans).toEqual(kind === 'affiliate' ? [] : READ_WHOLE);
});
