import { type Attribution, AttributionModel, type LedgerEntry } from './ledger.models';

/** Sales and refunds, each with the attribution of its member. @throws Error when a member is not known */
export async function withAttributions(
  entries: readonly LedgerEntry[],
): Promise<[LedgerEntry, Attribution][]> {
  const members = [...new Set(entries.map(({ memberID = 0 }) => memberID))];
  const found = await AttributionModel.find({ _id: { $in: members } }).lean<Attribution[]>();
  const byMember = new Map(found.map((each) => [each._id, each]));
  return entries.map((entry) => {
    const { type, memberID = 0 } = entry;
    const attribution = byMember.get(memberID);
    if (!attribution) throw new Error(`a ${type} of member ${memberID} is applied, the member is not known`);
    return [entry, attribution];
  });
}
