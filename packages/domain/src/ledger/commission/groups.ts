import { AppError, type CommissionRates, MAX_GROUPS, TERMS_TEXT } from '@partnerdesk/contracts';
import { adminIDOf, type CommissionGroup, CommissionGroupModel, reseal } from '../../accounts';
import {
  type AuditEntry,
  type By,
  deliverAudit,
  ignoreDuplicates,
  isDuplicateKey,
  nextNumber,
  recorded,
  withAudit,
} from '../../platform';
import { refreshGroup } from './refresh-commissions';
import { checkChangeOrThrow, orderTerms, withdrawOrThrow } from './terms-change';

const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase();
const subjectOf = (id: number) => ({ type: 'commissionGroup', id }) as const;

const nameUsed = () => new AppError('invalid_input', TERMS_TEXT.nameUsed, { name: TERMS_TEXT.nameUsed });

/** All groups, by name. */
export function listGroups(): Promise<CommissionGroup[]> {
  return CommissionGroupModel.find({}).sort({ nameKey: 1 }).limit(MAX_GROUPS).lean<CommissionGroup[]>();
}

/** Adds a group whose rates apply always. @throws AppError invalid_input when the name is used; conflict: too many */
export async function addGroup(name: string, rates: CommissionRates, by: By): Promise<number> {
  if ((await CommissionGroupModel.countDocuments({})) >= MAX_GROUPS)
    throw new AppError('conflict', TERMS_TEXT.fullGroups);
  const _id = await nextNumber('groupID');
  const change = { number: 1, from: '', at: new Date(), by: adminIDOf(by), rates };
  const entry: AuditEntry = {
    ...by,
    action: 'commission-group.added',
    subject: subjectOf(_id),
    after: { name, ...rates },
  };
  const group = { _id, name, nameKey: nameKeyOf(name), changes: [change], ...recorded(entry) };
  if (await ignoreDuplicates(CommissionGroupModel.create(group as never))) throw nameUsed();
  await deliverAudit(CommissionGroupModel, { _id });
  return _id;
}

export interface GroupInput {
  groupID: number;
  /** The version that was looked at. */
  version: number;
  by: By;
}

/** @throws AppError invalid_input when the name is used; not_found; conflict */
export async function renameGroup(input: GroupInput & { name: string }): Promise<void> {
  const { name } = input;
  const current = await readVersion(input);
  const change = {
    action: 'commission-group.renamed',
    before: { name: current.name },
    after: { name },
  } as const;
  await write(input, current, { name, nameKey: nameKeyOf(name) }, change);
}

/** Changes a group's rates from a day on. @throws AppError invalid_input by field; not_found; conflict */
export async function changeGroupTerms(
  input: GroupInput & { from: string; rates: CommissionRates },
): Promise<void> {
  const { groupID, from, rates, by } = input;
  const current = await readVersion(input);
  const { changes } = current;
  checkChangeOrThrow(from, changes);
  const number = changes.length + 1;
  const change = { number, from, at: new Date(), by: adminIDOf(by), rates };
  await write(
    input,
    current,
    { changes: [...changes, change] },
    {
      action: 'commission-group.terms-changed',
      before: { ...changes.at(-1)?.rates },
      after: { from, ...rates },
    },
  );
  await orderTerms({ groupID }, number);
  await refreshGroup(groupID);
}

/** Takes a change back that has not begun. @throws AppError not_found; conflict */
export async function withdrawGroupTerms(input: GroupInput & { number: number }): Promise<void> {
  const { groupID, number, by } = input;
  const current = await readVersion(input);
  const withdrawn = withdrawOrThrow(current.changes, number, adminIDOf(by));
  await write(
    input,
    current,
    { changes: withdrawn },
    {
      action: 'commission-group.terms-withdrawn',
      after: { from: withdrawn[number - 1]?.from, change: number },
    },
  );
  await orderTerms({ groupID }, number);
}

const conflict = () => new AppError('conflict', TERMS_TEXT.groupChanged);

async function readVersion({ groupID, version }: GroupInput): Promise<CommissionGroup> {
  const group = await CommissionGroupModel.findById(groupID).lean<CommissionGroup>();
  if (!group) throw new AppError('not_found', TERMS_TEXT.group);
  if (group.version !== version) throw conflict();
  return group;
}

async function write(
  { groupID: _id, version, by }: GroupInput,
  current: CommissionGroup,
  set: Partial<CommissionGroup>,
  change: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { set: sealed, seals } = reseal('commissionGroup', _id, current, set);
  const entry: AuditEntry = { ...by, ...change, subject: subjectOf(_id), ...(seals && { seals }) };
  try {
    const update = withAudit({ $set: { ...set, ...sealed }, $inc: { version: 1 } }, entry);
    const { matchedCount } = await CommissionGroupModel.updateOne({ _id, version }, update);
    if (matchedCount === 0) throw conflict();
  } catch (error) {
    if (isDuplicateKey(error)) throw nameUsed();
    throw error;
  }
  await deliverAudit(CommissionGroupModel, { _id });
}
