import {
  type AccountKind,
  AppError,
  type AuditAction,
  CLOSED_ACCOUNT_STATUS,
  centsOf,
  dollarsOf,
  fieldsWrittenBy,
  HIDDEN_NUMBERS,
  type HiddenNumber,
  isPaidKind,
  isSignInKind,
  MAX_TERMS_CHANGES,
  type PaidKind,
  TERMS_TEXT,
  type UpdateType,
} from '@partnerdesk/contracts';
import { type By, type ChangeEntry, decryptField, maskNumber, updateAudited, writeAudit } from '../platform';
import type { Affiliate } from './account.models';
import {
  ACCOUNT_KIND_INFO,
  type AccountDocuments,
  endingAccess,
  findAccount,
  findAccountOrThrow,
  notErasedOrThrow,
} from './account-kinds';
import { emailTaken, refuseTaken, takeEmail } from './emails';
import { encryptedNumbers, maskedNumbers, numberContext } from './hidden-numbers';
import { changesPayee, finishChanges, planChange } from './payment-changes';
import { completenessOf } from './payment-fields';
import { isOpenStatus } from './principal';
import { NOTHING_STANDS } from './review-fields';
import { reseal } from './seals';
import { emailKeyOf, nameKeysOf, nameSearchKeyOf, storedEmailOf } from './search-key';
import { ownCommissionFields, type TermsSource } from './terms';

export type FieldValue = string | number | boolean | null;

export interface EditAccountInput<Kind extends AccountKind> {
  kind: Kind;
  id: number;
  updateType: UpdateType;
  /** The version that was edited; undefined: the last save wins. */
  version?: number | undefined;
  /** By wire name, achAccountType as its id; only those of the section are read. */
  values: Readonly<Record<string, FieldValue | undefined>>;
  by: By;
  /** Called before a payee's email, payment details or commission change; what it throws refuses the save. */
  confirm?: () => Promise<void>;
}

export interface EditOutcome<Kind extends AccountKind> {
  /** `conflict`: somebody has saved since; nothing was written. */
  outcome: 'saved' | 'conflict';
  account: AccountDocuments[Kind];
  /** Number of the change of the affiliate’s terms. */
  termsChange?: number;
}

type Values = Record<string, FieldValue>;
type Payee = AccountDocuments[PaidKind];

/** Saves without a version meet others at most so often, before they are refused. */
const TRIES = 10;

/**
 * Writes one section of a record, if it is still the version that was edited. An affiliate's commission becomes their own
 * from today on; entries of the ledger keep the one they were made with (docs/RULES.md, Terms).
 * @throws AppError not_found; conflict when the email is another account's; what `confirm` throws
 */
export async function editAccount<Kind extends AccountKind>(
  input: EditAccountInput<Kind>,
): Promise<EditOutcome<Kind>> {
  const { kind, id, version } = input;
  for (let attempt = 1; ; attempt += 1) {
    const current = await findAccountOrThrow(kind, id);
    if (version !== undefined && current.version !== version)
      return { outcome: 'conflict', account: current };
    const saved = await editVersion(input, current);
    if (saved.outcome === 'saved' || version !== undefined || attempt === TRIES) return saved;
  }
}

async function editVersion<Kind extends AccountKind>(
  input: EditAccountInput<Kind>,
  current: AccountDocuments[Kind],
): Promise<EditOutcome<Kind>> {
  const { kind, id, by } = input;
  const before = shownValues(kind, id, current);
  const changed = changedValues(input, before);
  if (Object.keys(changed).length === 0) return { outcome: 'saved', account: current };
  checkNumbersOrThrow(changed);
  if (isSignInKind(kind) && 'emailAddress' in changed)
    if (!(await takeEmail(String(changed.emailAddress), kind, id))) throw emailTaken();
  const terms = kind === 'affiliate' ? termsFields(current as Affiliate, changed, by) : undefined;
  const set = { ...storedValues(kind, id, current, changed), ...terms };
  if (isPaidKind(kind) && ('commission' in changed || changesPayee(current as Payee, set)))
    await input.confirm?.();
  const account = await writeVersion(kind, id, current, set, by, {
    action: `${kind}.updated`,
    before: Object.fromEntries(Object.keys(changed).map((name) => [name, before[name]])),
    after: { ...maskedForAudit(changed), ...(input.version === undefined && { withoutVersion: true }) },
  });
  if (!account) return { outcome: 'conflict', account: await findAccountOrThrow(kind, id) };
  return { outcome: 'saved', account, ...(terms && { termsChange: terms.terms.length }) };
}

/** @throws AppError conflict */
function termsFields(current: Affiliate, { commission }: Values, by: By) {
  if (typeof commission !== 'number') return undefined;
  if (current.terms.length >= MAX_TERMS_CHANGES) throw new AppError('conflict', TERMS_TEXT.full);
  return ownCommissionFields(current as TermsSource, commission, by);
}

/** The record as its editor shows it: numbers masked, dollars. */
function shownValues(kind: AccountKind, id: number, account: object): Values {
  if (!isPaidKind(kind)) return account as Values;
  const { minimumPayoutCents } = account as Payee;
  return {
    ...(account as unknown as Values),
    ...maskedNumbers(kind, id, account as Payee),
    minimumPayout: minimumPayoutCents == null ? null : dollarsOf(minimumPayoutCents),
  };
}

export const REVEALED = {
  achAccountNumber: 'account-number.revealed',
  taxID: 'tax-id.revealed',
} as const satisfies Record<HiddenNumber, AuditAction>;

/** The whole number, once the audit log has this access. @throws AppError not_found for an account or number that is missing */
export async function revealNumber(kind: PaidKind, id: number, field: HiddenNumber, by: By): Promise<string> {
  const encrypted = (await findAccount(kind, id))?.[`${field}Encrypted`];
  if (!encrypted) throw new AppError('not_found', 'There is no such number');
  await writeAudit({ ...by, action: REVEALED[field], subject: { type: kind, id } });
  return decryptField(encrypted, numberContext(kind, id, field));
}

/** A masked number that comes back as it was shown is no change. */
function changedValues({ kind, updateType, values }: EditAccountInput<AccountKind>, before: Values): Values {
  // The record stores the account type's id alone, as achAccountType.
  const changed: Values = {};
  for (const [name] of fieldsWrittenBy(kind, updateType)) {
    const sent = values[name];
    const value = name === 'emailAddress' && typeof sent === 'string' ? storedEmailOf(sent) : sent;
    if (name !== 'achAccountTypeID' && value !== undefined && value !== before[name]) changed[name] = value;
  }
  return changed;
}

type Hidden = { achAccountNumber?: string; taxID?: string; minimumPayout?: number | null };

/** What is written for the changed values, and what follows from them. */
function storedValues(
  kind: AccountKind,
  id: number,
  current: object,
  changed: Values,
): Record<string, unknown> {
  const { achAccountNumber, taxID, minimumPayout, ...set } = changed as Values & Hidden;
  const after = { ...(current as Values), ...set } as Record<string, string>;
  const { firstName = '', lastName = '', emailAddress = '', username = '' } = after;
  return {
    ...set,
    ...('emailAddress' in set && { emailKey: emailKeyOf(emailAddress) }),
    ...(('firstName' in set || 'lastName' in set) && nameKeysOf({ firstName, lastName })),
    ...('username' in set && { usernameKey: nameSearchKeyOf(username) }),
    // The office has decided since: a moderator who undoes an earlier decision would take that back.
    ...(kind === 'staff' && 'status' in set && NOTHING_STANDS),
    ...(kind === 'affiliate' && 'paymentType' in set && completenessOf(Number(set.paymentType))),
    ...(minimumPayout !== undefined && {
      minimumPayoutCents: minimumPayout === null ? null : centsOf(minimumPayout),
    }),
    ...(isPaidKind(kind) && encryptedNumbers(kind, id, { achAccountNumber, taxID })),
  };
}

/**
 * Writes `values` into the record of this version, with what they change of emails and payment details (planChange) and its
 * seals, and raises the version.
 * @param expected what the record must still be besides: fields that are changed without raising the version
 * @returns the record as it is now; null on a version conflict
 */
export async function writeVersion<Kind extends AccountKind>(
  kind: Kind,
  id: number,
  current: AccountDocuments[Kind],
  values: Record<string, unknown>,
  by: By,
  entry: ChangeEntry | readonly ChangeEntry[],
  expected: object = {},
): Promise<AccountDocuments[Kind] | null> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const change = isPaidKind(kind) ? await planChange(kind, id, current as Payee, values, by) : {};
  const set = { ...values, ...change };
  const { set: sealed, seals } = reseal(kind, id, current, set);
  const entries = [entry].flat().map((each, index) => ({
    ...by,
    ...each,
    subject: { type: kind, id },
    ...(index === 0 && seals && { seals }),
  }));
  await notErasedOrThrow(kind, id);
  // Closing an account ends its sessions and API keys.
  const closes = isSignInKind(kind) && typeof set.status === 'number' && !isOpenStatus(set.status);
  const update = { $set: { ...set, ...sealed }, $inc: { version: 1, ...(closes && endingAccess({ kind })) } };
  const asRead = { [idField]: id, version: current.version, ...expected };
  const account = await updateAudited<AccountDocuments[Kind]>(model, asRead, update, ...entries).catch(
    refuseTaken,
  );
  if (account && isPaidKind(kind)) await finishChanges(kind, id, account as Payee);
  return account;
}

const MASKED_TEXT = {
  achAccountNumber: 'Please enter the whole account number',
  taxID: 'Please enter the whole tax ID',
} as const satisfies Record<HiddenNumber, string>;

/** Refuses a mask that somebody has typed into. */
function checkNumbersOrThrow(changed: Values): void {
  const field = HIDDEN_NUMBERS.find((each) => String(changed[each] ?? '').includes('•'));
  if (field) throw new AppError('invalid_input', MASKED_TEXT[field], { [field]: MASKED_TEXT[field] });
}

function maskedForAudit(changed: Values): Values {
  const masked = { ...changed };
  for (const field of HIDDEN_NUMBERS) if (masked[field]) masked[field] = maskNumber(String(masked[field]));
  return masked;
}

/** Approves (1) or closes (2) an affiliate's account; the reason is in the audit log. @throws AppError not_found */
export async function setAffiliateStatus(
  change: Record<'affID' | 'status' | 'version', number> & { reason: string; by: By },
): Promise<EditOutcome<'affiliate'>> {
  const { affID, status, reason, version, by } = change;
  const current = await findAccountOrThrow('affiliate', affID);
  if (current.version !== version) return { outcome: 'conflict', account: current };
  if (current.status === status) return { outcome: 'saved', account: current };
  const account = await writeVersion('affiliate', affID, current, { status }, by, {
    action: status === CLOSED_ACCOUNT_STATUS ? 'affiliate.closed' : 'affiliate.approved',
    before: { status: current.status },
    after: { status, reason },
  });
  if (!account) return { outcome: 'conflict', account: await findAccountOrThrow('affiliate', affID) };
  return { outcome: 'saved', account };
}
