import {
  AppError,
  type CommissionRates,
  MAX_GROUPS,
  MAX_TERMS_CHANGES,
  TERMS_TEXT,
} from '@partnerdesk/contracts';
import {
  type Affiliate,
  AffiliateModel,
  adminIDOf,
  type CommissionGroup,
  CommissionGroupModel,
  currentTerms,
  findAccountOrThrow,
  groupsNamed,
  inForceOn,
  loadGroups,
  reseal,
  type StoredChange,
  type StoredTerms,
  withTerms,
  writeVersion,
} from '../../accounts';
import {
  type AuditEntry,
  type By,
  deliverAudit,
  ignoreDuplicates,
  isDuplicateKey,
  nextNumber,
  recorded,
  today,
  updateAudited,
} from '../../platform';
import { appendToJournal } from '../journal';

/** The version of an account or a group that was looked at, and who changes it. */
type Versioned = { version: number; by: By };
type OfAccount = Versioned & { affID: number };
type OfGroup = Versioned & { groupID: number };

/** What was posted stays (docs/RULES.md, Terms). @throws AppError invalid_input by field; not_found; conflict */
export async function changeAccountTerms(
  input: OfAccount & { from: string; groupID: number; own: CommissionRates | null },
): Promise<void> {
  const { affID, from, groupID, own, by } = input;
  const current = await readAccount(input);
  checkChangeOrThrow(from, current.terms as StoredTerms[]);
  if (groupID && !(await CommissionGroupModel.exists({ _id: groupID })))
    throw new AppError('invalid_input', TERMS_TEXT.group, { groupID: TERMS_TEXT.group });
  const terms = withTerms(current as never, { from, groupID, own }, by);
  // Without own rates the group's apply.
  const after = { from, group: groupID, ...(own ?? { commission: null }) };
  await writeAccount(input, current, terms, 'affiliate.terms-changed', after);
  await orderTerms({ affID }, terms.length);
}

/** Takes a change back that has not begun. @throws AppError not_found; conflict */
export async function withdrawAccountTerms(input: OfAccount & { number: number }): Promise<void> {
  const { affID, number, by } = input;
  const current = await readAccount(input);
  const terms = withdrawOrThrow(current.terms as StoredTerms[], number, by);
  const after = { from: terms[number - 1]?.from, change: number };
  await writeAccount(input, current, terms, 'affiliate.terms-withdrawn', after);
  await orderTerms({ affID }, number);
}

const accountChanged = () => new AppError('conflict', TERMS_TEXT.accountChanged);

async function readAccount({ affID, version }: OfAccount): Promise<Affiliate> {
  const account = await findAccountOrThrow('affiliate', affID);
  if (account.version !== version) throw accountChanged();
  return account;
}

async function writeAccount(
  { affID, by }: OfAccount,
  current: Affiliate,
  terms: StoredTerms[],
  action: 'affiliate.terms-changed' | 'affiliate.terms-withdrawn',
  after: Record<string, unknown>,
): Promise<void> {
  const groups = await loadGroups(groupsNamed([{ commission: 0, terms }]));
  const set = { terms, ...currentTerms(terms, groups) };
  const before = { commission: current.commission, group: current.groupID };
  if (!(await writeVersion('affiliate', affID, current, set, by, { action, before, after })))
    throw accountChanged();
}

export function listGroups(): Promise<CommissionGroup[]> {
  return CommissionGroupModel.find({}).sort({ nameKey: 1 }).limit(MAX_GROUPS).lean<CommissionGroup[]>();
}

const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase();
const subjectOf = (id: number) => ({ type: 'commissionGroup', id }) as const;
const nameUsed = () => new AppError('invalid_input', TERMS_TEXT.nameUsed, { name: TERMS_TEXT.nameUsed });

/** Adds a group whose rates apply always. @throws AppError invalid_input when the name is used; conflict: too many */
export async function addGroup(name: string, rates: CommissionRates, by: By): Promise<number> {
  if ((await CommissionGroupModel.countDocuments({})) >= MAX_GROUPS)
    throw new AppError('conflict', TERMS_TEXT.fullGroups);
  const _id = await nextNumber('groupID');
  const change = { number: 1, from: '', at: new Date(), by: adminIDOf(by), rates };
  const said = { subject: subjectOf(_id), after: { name, ...rates } };
  const audit = recorded({ ...by, action: 'commission-group.added', ...said });
  const group = { _id, name, nameKey: nameKeyOf(name), changes: [change], ...audit };
  if (await ignoreDuplicates(CommissionGroupModel.create(group as never))) throw nameUsed();
  await deliverAudit(CommissionGroupModel, { _id });
  return _id;
}

/** @throws AppError invalid_input when the name is used; not_found; conflict */
export async function renameGroup(input: OfGroup & { name: string }): Promise<void> {
  const { name } = input;
  const current = await readGroup(input);
  const before = { name: current.name };
  const entry = { action: 'commission-group.renamed', before, after: { name } } as const;
  await writeGroup(input, current, { name, nameKey: nameKeyOf(name) }, entry);
}

/** Changes a group's rates from a day on. @throws AppError invalid_input by field; not_found; conflict */
export async function changeGroupTerms(
  input: OfGroup & { from: string; rates: CommissionRates },
): Promise<void> {
  const { groupID, from, rates, by } = input;
  const current = await readGroup(input);
  const { changes } = current;
  checkChangeOrThrow(from, changes);
  const number = changes.length + 1;
  const change = { number, from, at: new Date(), by: adminIDOf(by), rates };
  const before = { ...changes.at(-1)?.rates };
  const entry = { action: 'commission-group.terms-changed', before, after: { from, ...rates } } as const;
  await writeGroup(input, current, { changes: [...changes, change] }, entry);
  await orderTerms({ groupID }, number);
  await refreshGroup(groupID);
}

/** Takes a change back that has not begun. @throws AppError not_found; conflict */
export async function withdrawGroupTerms(input: OfGroup & { number: number }): Promise<void> {
  const { groupID, number, by } = input;
  const current = await readGroup(input);
  const changes = withdrawOrThrow(current.changes, number, by);
  const after = { from: changes[number - 1]?.from, change: number };
  await writeGroup(input, current, { changes }, { action: 'commission-group.terms-withdrawn', after });
  await orderTerms({ groupID }, number);
}

const groupChanged = () => new AppError('conflict', TERMS_TEXT.groupChanged);

async function readGroup({ groupID, version }: OfGroup): Promise<CommissionGroup> {
  const group = await CommissionGroupModel.findById(groupID).lean<CommissionGroup>();
  if (!group) throw new AppError('not_found', TERMS_TEXT.group);
  if (group.version !== version) throw groupChanged();
  return group;
}

async function writeGroup(
  { groupID: _id, version, by }: OfGroup,
  current: CommissionGroup,
  set: Partial<CommissionGroup>,
  change: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { set: sealed, seals } = reseal('commissionGroup', _id, current, set);
  const entry: AuditEntry = { ...by, ...change, subject: subjectOf(_id), ...(seals && { seals }) };
  try {
    const update = { $set: { ...set, ...sealed }, $inc: { version: 1 } };
    if (!(await updateAudited(CommissionGroupModel, { _id, version }, update, entry))) throw groupChanged();
  } catch (error) {
    if (isDuplicateKey(error)) throw nameUsed();
    throw error;
  }
}

/** @throws AppError invalid_input for a first day that is over; conflict when there are too many changes */
function checkChangeOrThrow(from: string, changes: readonly StoredChange[]): void {
  if (from < today()) throw new AppError('invalid_input', TERMS_TEXT.past, { from: TERMS_TEXT.past });
  if (changes.length >= MAX_TERMS_CHANGES) throw new AppError('conflict', TERMS_TEXT.full);
}

/** The changes with one of them withdrawn. @throws AppError not_found; conflict for one that has begun */
function withdrawOrThrow<Change extends StoredChange>(
  changes: readonly Change[],
  number: number,
  by: By,
): Change[] {
  const change = changes.find((each) => each.number === number && !each.withdrawnAt);
  if (!change) throw new AppError('not_found', 'There is no such change');
  if (change.from <= today()) throw new AppError('conflict', TERMS_TEXT.begun);
  const withdrawn = { ...change, withdrawnAt: new Date(), withdrawnBy: adminIDOf(by) };
  return changes.map((each) => (each === change ? withdrawn : each));
}

/**
 * Puts a change of terms that is stored already into the journal's order: a record of sales that was planned without it
 * finds its number taken and is planned again. Without this (the process died) it counts from the next plan on.
 */
export function orderTerms(subject: { affID: number } | { groupID: number }, number: number): Promise<void> {
  return appendToJournal(async () => ({
    effects: {},
    note: 'terms changed',
    details: { ...subject, change: number },
    result: undefined,
  }));
}

/**
 * Writes today's commission into the accounts that follow a group, for lists, searches and payroll. It raises their versions:
 * who has an editor open with the former commission can't save it as the account's own.
 */
async function refreshGroup(groupID: number): Promise<void> {
  const changes = (await loadGroups([groupID])).get(groupID) ?? [];
  const commission = inForceOn(changes, today())?.rates.commission;
  if (commission === undefined) return;
  await AffiliateModel.updateMany(
    { groupID, ownCommission: false, commission: { $ne: commission } },
    { $set: { commission }, $inc: { version: 1 } },
  );
}

const STEP = 500;

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
