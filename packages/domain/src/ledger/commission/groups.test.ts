import { plainRates, TERMS_TEXT } from '@partnerdesk/contracts';
import { useTestDatabase } from '@partnerdesk/testing';
import { CommissionGroupModel } from '../../accounts/terms';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { addGroup, changeGroupTerms, renameGroup, withdrawGroupTerms } from './change-terms';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const from = '2099-01-01';
const read = (groupID: number) => CommissionGroupModel.findById(groupID).lean();
const conflict = { code: 'conflict', message: TERMS_TEXT.groupChanged };

test('of two administrators who change a group at once one is refused as a conflict, and changes nothing', async () => {
  const groupID = await addGroup('Friends', plainRates(10), by);
  for (let round = 0; round < 10; round += 1) {
    const { version, changes } = (await read(groupID)) ?? { version: -1, changes: [] };
    const both = [11, 12].map((commission) =>
      changeGroupTerms({ groupID, version, from, rates: plainRates(commission), by }),
    );
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict });
    const winner = outcomes[0]?.status === 'fulfilled' ? 11 : 12;
    const after = await read(groupID);
    expect(after?.changes.map(({ number }) => number)).toEqual(
      [...changes.keys(), changes.length].map((at) => at + 1),
    );
    expect(after).toMatchObject({ version: version + 1 });
    expect(after?.changes.at(-1)?.rates.commission).toBe(winner);
    const action = 'commission-group.terms-changed';
    expect(await AuditModel.countDocuments({ action })).toBe(round + 1);
  }
});

test('whatever is done to a group on an older version of it changes nothing', async () => {
  const groupID = await addGroup('Friends', plainRates(10), by);
  await changeGroupTerms({ groupID, version: 0, from, rates: plainRates(11), by });
  const before = await read(groupID);
  const old = { groupID, version: 0, by };
  await expect(changeGroupTerms({ ...old, from, rates: plainRates(12) })).rejects.toMatchObject(conflict);
  await expect(renameGroup({ ...old, name: 'Pals' })).rejects.toMatchObject(conflict);
  await expect(withdrawGroupTerms({ ...old, number: 2 })).rejects.toMatchObject(conflict);
  expect(await read(groupID)).toEqual(before);
});
