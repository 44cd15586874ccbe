import type { PaidKind } from '@partnerdesk/contracts';
import { ignoreDuplicates, storeMail } from '../../platform';
import { AffiliateModel } from '../affiliate.model';
import { makeDenial, storeChangeNotice } from '../change-notices';
import { storeConfirmationMail } from '../new-email';
import type { PaymentFields } from '../payment-fields';
import { StaffModel } from '../staff.model';
import { changedMail } from './changed-mail';
import { maskedDetailsOf } from './masked-details';
import {
  type PaymentChange,
  PaymentChangeModel,
  type PendingChange,
  type PendingEmailChange,
} from './payment-change.model';

/** What saves have left with an account. */
interface Unfinished {
  paymentChange?: unknown;
  emailChange?: unknown;
}

/**
 * Stores the record and the mails of the changes that a save has left with the account, then takes them from there. Safe
 * to repeat and to race with itself: every document has the change's id. @returns ids of the mails, to be sent
 */
export async function finishChanges(
  kind: PaidKind,
  personID: number,
  { paymentChange, emailChange }: Unfinished,
): Promise<string[]> {
  return [
    ...(await finishPaymentChange(kind, personID, paymentChange)),
    ...(await finishEmailChange(personID, emailChange)),
  ];
}

async function finishPaymentChange(kind: PaidKind, personID: number, pending: unknown): Promise<string[]> {
  if (!pending) return [];
  const { changeID, mailTo, ...change } = pending as PendingChange;
  const record: PaymentChange = { ...change, _id: changeID, kind, personID };
  await ignoreDuplicates(PaymentChangeModel.collection.insertOne(record as never));
  const mailIDs: string[] = [];
  for (const [index, to] of mailTo.entries()) {
    const mailID = `payment-changed.${changeID.replaceAll(':', '.')}.${index}`;
    await storeMail(changedMail(to, record, await denialOf(record, to, index)), mailID);
    mailIDs.push(mailID);
  }
  const done = { 'paymentChange.changeID': changeID };
  const without = { $unset: { paymentChange: '' } };
  if (kind === 'affiliate') await AffiliateModel.updateOne({ affID: personID, ...done }, without);
  else await StaffModel.updateOne({ staffID: personID, ...done }, without);
  return mailIDs;
}

/** Of what somebody entered in the account itself, at its present address: the first. */
async function denialOf({ kind, personID: id, origin, after, at }: PaymentChange, to: string, index: number) {
  const isEntered = kind === 'affiliate' && origin === 'affiliate' && after.paymentType !== 0;
  return isEntered && index === 0 ? makeDenial({ kind, id }, to, at) : undefined;
}

/** Of affiliates: staff do not sign in. */
async function finishEmailChange(affID: number, pending: unknown): Promise<string[]> {
  if (!pending) return [];
  const { changeID, to, at, confirms } = pending as PendingEmailChange;
  const what = confirms === undefined ? 'email-changed' : 'email-entered';
  const suffix = changeID.replaceAll(':', '.');
  const mailID = `${what}.${suffix}`;
  const mailIDs = [await storeChangeNotice({ kind: 'affiliate', id: affID }, { to, what, at, mailID })];
  if (confirms !== undefined)
    mailIDs.push(await storeConfirmationMail(affID, changeID, confirms, `email-confirmation.${suffix}`));
  await AffiliateModel.updateOne(
    { affID, 'emailChange.changeID': changeID },
    { $unset: { emailChange: '' } },
  );
  return mailIDs;
}

const STEP = 100;

/** Finishes what processes that died have left. @returns how many */
export async function finishForgottenChanges(): Promise<number> {
  const left = { 'paymentChange.at': { $exists: true } };
  const fields = { _id: 0, affID: 1, paymentChange: 1, emailChange: 1 } as const;
  const affiliates = [
    ...(await AffiliateModel.find(left, fields).limit(STEP).lean()),
    ...(await AffiliateModel.find({ 'emailChange.at': { $exists: true } }, fields)
      .limit(STEP)
      .lean()),
  ];
  for (const { affID, ...account } of affiliates) await finishChanges('affiliate', affID, account);
  const staff = await StaffModel.find(left, { _id: 0, staffID: 1, paymentChange: 1 }).limit(STEP).lean();
  for (const { staffID, ...account } of staff) await finishChanges('staff', staffID, account);
  return affiliates.length + staff.length;
}

/** Stores what an import adds people with; nobody is mailed, since nothing was changed. Safe to repeat. */
export async function storeFirstDetails(
  kind: PaidKind,
  people: readonly (PaymentFields & { personID: number })[],
): Promise<void> {
  if (people.length === 0) return;
  const at = new Date();
  const records = people.map(({ personID, ...details }): PaymentChange => {
    const after = maskedDetailsOf(kind, personID, details);
    return { _id: `${kind}:${personID}:0`, kind, personID, at, origin: 'import', by: '', after };
  });
  await ignoreDuplicates(PaymentChangeModel.collection.insertMany(records as never[], { ordered: false }));
}
