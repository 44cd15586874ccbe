import { type Model, model, Schema } from 'mongoose';
import { emailsOf, StaffModel } from '../../accounts';
import { catchUpLedger, wholeRecords } from '../../ledger';
import { ignoreDuplicates, storeMail } from '../../platform';
import { MARK_STEP } from '../mark-payments';
import { accountOf } from '../payment-account';
import { type PaymentMark, PaymentMarkModel, PayrollModel, type PayrollRecord } from '../payroll.models';
import { returnedMail } from './returned-mail';

/** How far payees have got their mails: through the marks of journal record `seq`. */
interface MailedReturns {
  _id: 'returns';
  seq: number;
}
const schema = new Schema<MailedReturns>(
  { _id: { type: String, required: true }, seq: { type: Number, required: true } },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'mailedReturns' },
);
const MailedReturnsModel = model<MailedReturns, Model<MailedReturns>>('MailedReturns', schema as never);

/** Marks of one step; more than MARK_STEP, the marks of one record. */
const STEP = 5 * MARK_STEP;

/**
 * Stores a mail to the payee of each payment that a file has marked returned, unless they switched these off, once: its id is the mark's, and how far it
 * came is stored afterwards. A step at a time:
 * the worker repeats it. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 */
export async function storeReturnedMails(): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await MailedReturnsModel.findById('returns').lean())?.seq ?? 0;
  if (from >= head) return [];
  const fromFiles = { source: { $exists: true } };
  const span = { from, head, rows: STEP };
  const { found: marks, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, fromFiles, span);
  const mailIDs: string[] = [];
  for (const mark of marks.filter(({ state }) => state === 'returned')) {
    const payroll = await PayrollModel.findById(mark.payrollID).lean<PayrollRecord>();
    const to = payroll && (await emailOf(payroll));
    if (!payroll || !to) continue;
    const mailID = `payment-returned.${mark._id.replace(':', '.')}`;
    await storeMail(returnedMail(to, payroll, accountOf(payroll), mark), mailID);
    mailIDs.push(mailID);
  }
  await ignoreDuplicates(
    MailedReturnsModel.updateOne({ _id: 'returns' }, { $max: { seq: through } }, { upsert: true }).exec(),
  );
  return mailIDs;
}

async function emailOf({ kind, personID }: PayrollRecord): Promise<string | undefined> {
  if (kind === 'affiliate') return (await emailsOf([personID], 'payment-returned')).get(personID);
  const person = await StaffModel.findOne({ staffID: personID }, { emailAddress: 1 }).lean();
  return person?.emailAddress;
}
