import { randomBytes } from 'node:crypto';
import {
  type AffiliateAccountInput,
  AppError,
  DEFAULT_COMMISSION,
  type HiddenNumber,
  MESSAGE,
  TAX_COUNTRY_ID,
} from '@partnerdesk/contracts';
import { type By, type ChangeEntry, isDuplicateKey, nextId, VISITOR } from '../platform';
import { type Affiliate, AffiliateModel } from './account.models';
import { findAccount, findAccountOrThrow } from './account-kinds';
import { writeVersion } from './edit-account';
import {
  emailTaken,
  enteredEmail,
  isExpired,
  type NewEmail,
  readConfirmationToken,
  storeConfirmationMail,
  takeEmail,
  waitingEmail,
} from './emails';
import { encryptedNumbers, maskedNumbers } from './hidden-numbers';
import { setPassword } from './noticed-changes';
import { checkNewPasswordOrThrow, hashPassword } from './password';
import type { PendingEmailChange } from './payment-changes';
import { completenessOf, type PaymentInput } from './payment-fields';
import { emailKeyOf, nameKeysOf, storedEmailOf } from './search-key';

/** 8 characters, random, URL-safe. */
export const makeTrackId = (): string => randomBytes(6).toString('base64url');

/** Adds an affiliate. @returns affID, or null when the email is used already (docs/PRODUCT.md §8) */
export async function registerAffiliate(
  fields: Record<'firstName' | 'emailAddress' | 'password', string>,
): Promise<number | null> {
  const emailAddress = storedEmailOf(fields.emailAddress.trim());
  // Before the costly hash and before an id is taken.
  if (!(await takeEmail(emailAddress, 'affiliate'))) return null;
  const firstName = fields.firstName.trim();
  const passwordHash = await hashPassword(fields.password);
  const affID = await nextId('affID');
  try {
    await AffiliateModel.create({
      affID,
      trackID: makeTrackId(),
      emailAddress,
      emailKey: emailKeyOf(emailAddress),
      emailUnconfirmed: true,
      passwordHash,
      firstName,
      ...nameKeysOf({ firstName, lastName: '' }),
      commission: DEFAULT_COMMISSION,
    });
  } catch (error) {
    const { keyPattern } = error as { keyPattern?: Record<string, unknown> };
    if (isDuplicateKey(error) && keyPattern && 'emailKey' in keyPattern) return null;
    throw error;
  }
  return affID;
}

export type PersonalFields = Omit<AffiliateAccountInput['PersonalInformation'], 'affID'>;
type TaxInput = Record<'taxID' | 'companyName', string> & { taxIDType: number };

export interface AccountInput {
  personal: PersonalFields;
  payment: PaymentInput | null;
  tax: TaxInput | null;
}

/** What affiliates see of their own record: the numbers masked. */
export type MaskedAffiliate = Record<HiddenNumber, string> & { affiliate: Affiliate };

/** @throws AppError not_found */
export async function readAffiliateAccount(affID: number): Promise<MaskedAffiliate> {
  const affiliate = await findAccountOrThrow('affiliate', affID);
  return { affiliate, ...maskedNumbers('affiliate', affID, affiliate) };
}

/** Saves that lost a race against the office are made again, so often at most. */
const TRIES = 5;

/**
 * Saves an affiliate's account. Payment and tax information that is there stays, whatever is sent (docs/PRODUCT.md §2); else
 * it has to come. Another email waits until it is confirmed (docs/RULES.md, Accounts and access "Confirmed emails").
 * @param session that it is saved from: once "this wasn't me" has ended it, nothing is saved
 * @throws AppError invalid_input naming what is missing; conflict when the email is another account's; not_signed_in
 */
export async function saveAffiliateAccount(
  affID: number,
  input: AccountInput,
  by: By,
  { sessionVersion }: Pick<Affiliate, 'sessionVersion'>,
): Promise<void> {
  if (!(await takeEmail(input.personal.emailAddress, 'affiliate', affID))) throw emailTaken();
  for (let attempt = 1; ; attempt += 1) {
    const current = await findAccountOrThrow('affiliate', affID);
    if (current.sessionVersion !== sessionVersion) throw new AppError('not_signed_in', 'Please sign in');
    const set = valuesToSet(affID, current, input);
    const entries = changesToRecord(current, set);
    if (await writeVersion('affiliate', affID, current, set, by, entries, { sessionVersion })) return;
    if (attempt === TRIES) throw new AppError('conflict', MESSAGE.genericError);
  }
}

function valuesToSet(affID: number, current: Affiliate, { personal, payment, tax }: AccountInput) {
  const { countryID } = personal;
  return {
    ...personal,
    ...emailValues(affID, current, personal.emailAddress),
    ...nameKeysOf(personal),
    ...(current.paymentType === 0 && paymentValues(affID, payment)),
    ...(current.taxIDType === 0 && countryID === TAX_COUNTRY_ID && taxValues(affID, tax)),
  };
}

/** Another email than the account's waits to be confirmed; the account's own takes one back that waits. */
function emailValues(affID: number, current: Affiliate, entered: string) {
  const emailAddress = storedEmailOf(entered);
  const { emailKey, keysVersion, version } = current;
  // One that was stored as it was entered has another key in the letters that are stored now.
  const own = [emailAddress, entered].find((each) => emailKeyOf(each) === emailKey);
  if (own) return { emailAddress: own, emailKey, ...(current.newEmail && { newEmail: null }) };
  const kept = { emailAddress: current.emailAddress, emailKey };
  if (emailKeyOf(waitingEmail(current) ?? '') === emailKeyOf(emailAddress)) return kept;
  const change = { changeID: `affiliate:${affID}:${version + 1}`, at: new Date() };
  const newEmail: NewEmail = { ...change, emailAddress, emailKey, keysVersion };
  const emailChange: PendingEmailChange = { ...change, to: current.emailAddress, confirms: emailAddress };
  return { ...kept, newEmail, emailChange };
}

const missing = (field: string, text: string) => new AppError('invalid_input', text, { [field]: text });

function paymentValues(affID: number, payment: PaymentInput | null) {
  if (!payment) throw missing('PaymentInformation.paymentType', MESSAGE.selectPaymentType);
  const { achAccountNumber, ...fields } = payment;
  const numbers = encryptedNumbers('affiliate', affID, { achAccountNumber });
  return { ...fields, ...numbers, ...completenessOf(payment.paymentType) };
}

function taxValues(affID: number, tax: TaxInput | null) {
  if (!tax) throw missing('TaxInformation.taxIDType', MESSAGE.selectTaxIdType);
  const { taxID, taxIDType, companyName } = tax;
  return { taxIDType, companyName, ...encryptedNumbers('affiliate', affID, { taxID }) };
}

function changesToRecord(
  before: Affiliate,
  set: { newEmail?: NewEmail | null; paymentType?: number; taxIDType?: number },
): ChangeEntry[] {
  const { paymentType = before.paymentType, taxIDType = before.taxIDType } = set;
  const entries: ChangeEntry[] = [];
  const waiting = waitingEmail(before);
  if (set.newEmail) {
    const [present, entered] = [before, set.newEmail].map(({ emailAddress }) => ({ emailAddress }));
    entries.push({ action: 'affiliate.email-entered', before: present, after: entered });
  } else if (set.newEmail === null && waiting)
    entries.push({ action: 'affiliate.email-withdrawn', before: { emailAddress: waiting } });
  if (before.paymentType !== paymentType)
    entries.push({ action: 'affiliate.payment-information-saved', after: { paymentType } });
  if (before.taxIDType !== taxIDType)
    entries.push({ action: 'affiliate.tax-information-saved', after: { taxIDType } });
  return entries;
}

export type EmailConfirmation = 'confirmed' | 'repeated' | 'expired' | 'void';

/**
 * Makes an email the affiliate's who has entered it (docs/RULES.md, Accounts and access "Confirmed emails"). Email, audit
 * line and the mail to the former address are one write.
 * @throws AppError conflict when the email is another account's by now
 */
export async function confirmEmail(token: string, origin: Omit<By, 'actor'>): Promise<EmailConfirmation> {
  const link = readConfirmationToken(token);
  if (!link) return 'void';
  const { affID, changeID, emailKey } = link;
  const by: By = { ...origin, actor: VISITOR };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await findAccount('affiliate', affID);
    if (!current) return 'void';
    if (current.emailKey === emailKey) return 'repeated';
    const entered = enteredEmail(current);
    if (entered?.changeID !== changeID || emailKeyOf(entered.emailAddress) !== emailKey) return 'void';
    if (isExpired(entered)) return 'expired';
    const { emailAddress } = entered;
    if (!(await takeEmail(emailAddress, 'affiliate', affID))) {
      // Unless the link was used by another request at the same moment.
      if (await AffiliateModel.exists({ affID, emailKey })) return 'repeated';
      throw emailTaken();
    }
    const set = { emailAddress, emailKey, newEmail: null, emailUnconfirmed: false };
    const entry = {
      action: 'affiliate.email-changed',
      before: { emailAddress: current.emailAddress },
      after: { emailAddress },
    } as const;
    // A password that is changed meanwhile makes the link void, and leaves the version as it is.
    const keysVersion = current.keysVersion || { $in: [0, null] };
    if (await writeVersion('affiliate', affID, current, set, by, entry, { keysVersion })) return 'confirmed';
  }
  throw new AppError('conflict', MESSAGE.genericError);
}

/**
 * Mails the link once more; both work for three days from now (docs/RULES.md, Accounts and access "Confirmed emails").
 * @returns whether that email waits
 */
export async function mailConfirmationAgain(affID: number, emailAddress: string): Promise<boolean> {
  const entered = enteredEmail(await findAccountOrThrow('affiliate', affID));
  if (!entered || isExpired(entered) || entered.emailAddress !== emailAddress) return false;
  const { changeID } = entered;
  const waits = { affID, 'newEmail.changeID': changeID };
  const { matchedCount } = await AffiliateModel.updateOne(waits, { $set: { 'newEmail.at': new Date() } });
  if (matchedCount > 0) await storeConfirmationMail(affID, changeID, emailAddress);
  return matchedCount > 0;
}

/** Sets a new password and ends every session. @returns the sessionVersion of those from now on @throws AppError invalid_input: it breaks the rules; not_found */
export async function changeAffiliatePassword(affID: number, password: string, by: By): Promise<number> {
  checkNewPasswordOrThrow('NewPassword', password, 'others', await findAccountOrThrow('affiliate', affID));
  const entry = { action: 'password.changed' } as const;
  const set = await setPassword({ kind: 'affiliate', id: affID }, password, by, { entry });
  if (!set) throw new AppError('not_found', 'There is no such account');
  return set.sessionVersion;
}
