import {
  AffiliateModel,
  currentTerms,
  groupsNamed,
  inForceOn,
  loadGroups,
  type StoredTerms,
} from '../../accounts';
import { today } from '../../platform';

/** Accounts of one step. */
const STEP = 500;

/**
 * Writes the commission that is in force today into the accounts that follow a group, for lists, searches and payroll;
 * the ledger itself goes by the terms. It raises the accounts' versions: who has an editor open with the former
 * commission can't save it as the account's own one.
 */
export async function refreshGroup(groupID: number): Promise<void> {
  const changes = (await loadGroups([groupID])).get(groupID) ?? [];
  const commission = inForceOn(changes, today())?.rates.commission;
  if (commission === undefined) return;
  await AffiliateModel.updateMany(
    { groupID, ownCommission: false, commission: { $ne: commission } },
    { $set: { commission }, $inc: { version: 1 } },
  );
}

/** As refreshGroup, for all groups and for the accounts whose own change has begun. Safe to repeat and to race. */
export async function refreshCommissions(): Promise<void> {
  const day = today();
  for (;;) {
    const due = await AffiliateModel.find(
      { termsNextDay: { $gt: '', $lte: day } },
      { _id: 1, terms: 1, commission: 1, version: 1 },
    )
      .limit(STEP)
      .lean();
    const groups = await loadGroups(groupsNamed(due as never));
    for (const { _id, version, terms } of due)
      await AffiliateModel.updateOne(
        { _id, version },
        { $set: currentTerms(terms as StoredTerms[], groups, day), $inc: { version: 1 } },
      );
    if (due.length < STEP) break;
  }
  for (const groupID of (await loadGroups()).keys()) await refreshGroup(groupID);
}
