import {
  addDays,
  type BusinessDay,
  DAILY_DIGEST,
  formatUsd,
  OPEN_ACCOUNT_STATUSES,
  PAYROLL_TYPE,
  PAYROLLS,
  type PayrollType,
  type Permission,
  QUEUE_LABELS,
} from '@partnerdesk/contracts';
import { type Administrator, AdministratorModel, emailsOf } from '../accounts';
import {
  catchUpLedger,
  type DayTotal,
  DayTotalModel,
  dayKeyOf,
  payeeKeyOf,
  waitingEvents,
  wholeRecords,
} from '../ledger';
import { readModerationQueues } from '../moderation';
import {
  accountOf,
  EXECUTE_STEP,
  latestMarks,
  listApprovals,
  MARK_STEP,
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
  payrollSchedule,
} from '../payroll';
import {
  getOrMake,
  hourOfDay,
  MAILS,
  mailOf,
  mondayOf,
  plainModel,
  slicesOf,
  storeMail,
  today,
  upsert,
} from '../platform';
import { failedMails, summarizeFailed } from './failed-work';

/** How far mails of one kind are. */
interface NoticeCursor {
  _id: string;
  /** Of `weekly-summary`: the first day of the last week in which all mails are stored; of `digest`: the day that is done. */
  period?: string;
  /** Number of the journal record through which they are stored. */
  through?: number;
}

const NoticeCursorModel = plainModel<NoticeCursor>('NoticeCursor', 'noticeCursors', String);

/** One that another worker has moved further stays. */
async function moveThrough(_id: string, through: number): Promise<void> {
  await upsert(NoticeCursorModel, { _id }, { $max: { through } });
}

/**
 * Stores a mail to the affiliate of each payment of a step, once: its id is the payment's, and how far that went is stored
 * afterwards. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 * @param step payments of the journal's records after `from`, of which it looks at those through `through`
 */
async function storeAffiliateMails(
  cursor: 'payments' | 'paid',
  kind: 'payment-executed' | 'payment-paid',
  step: (span: { from: number; head: number }) => Promise<{ payrolls: PayrollRecord[]; through: number }>,
): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await NoticeCursorModel.findById(cursor).lean())?.through ?? 0;
  if (from >= head) return [];
  const { payrolls, through } = await step({ from, head });
  const ofAffiliates = payrolls.filter(({ kind }) => kind === 'affiliate');
  const emails = await emailsOf(
    'affiliate',
    ofAffiliates.map(({ personID }) => personID),
    MAILS[kind].notice,
  );
  const mailIDs: string[] = [];
  for (const payroll of ofAffiliates) {
    const to = emails.get(payroll.personID);
    if (!to) continue;
    const { _id: payrollID, personID: id } = payroll;
    const given = { ...payroll, payrollID, account: accountOf(payroll) };
    const mail = mailOf(kind, { to, whose: { kind: 'affiliate', id } }, given);
    mailIDs.push(await storeMail(mail, `${kind}.${payrollID}`));
  }
  await moveThrough(cursor, through);
  return mailIDs;
}

/** Mails about each payment that the journal has. */
export const storePaymentMails = (): Promise<string[]> =>
  storeAffiliateMails('payments', 'payment-executed', async (span) => {
    // More than those of one record.
    const rows = 5 * EXECUTE_STEP;
    const { found, through } = await wholeRecords<PayrollRecord>(PayrollModel, {}, { ...span, rows });
    return { payrolls: found, through };
  });

/** Mails about each payment that is marked paid; one marked again is not mailed again, nor is one whose mark was taken back by then. */
export const storePaidMails = (): Promise<string[]> =>
  storeAffiliateMails('paid', 'payment-paid', async (span) => {
    const paid = { state: 'paid' };
    const rows = 5 * MARK_STEP;
    const { found, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, paid, { ...span, rows });
    const latest = await latestMarks(found.map(({ payrollID }) => payrollID));
    const holding = [...latest.values()].filter(({ state }) => state === 'paid');
    const ids = holding.map(({ payrollID }) => payrollID);
    return { payrolls: await PayrollModel.find({ _id: { $in: ids } }).lean<PayrollRecord[]>(), through };
  });

const WEEK_DAYS = 7;
const STEP = 300;

/**
 * Stores the mails about the week before the one of `day`, for each affiliate who had something in it: that the week is done
 * is stored afterwards. After a downtime only the latest week gets one. Safe to repeat and to race with itself.
 * @param signal ends it between two steps @returns ids of the mails, to be sent
 */
export async function storeWeeklySummaries(
  day: BusinessDay = today(),
  signal?: AbortSignal,
): Promise<string[]> {
  const week = mondayOf(day);
  const cursor = { _id: 'weekly-summary' };
  if (await NoticeCursorModel.exists({ ...cursor, period: { $gte: week } })) return [];
  await catchUpLedger();
  const start = addDays(week, -WEEK_DAYS);
  const range = { $gte: start, $lt: week };
  const active = (await DayTotalModel.distinct('personID', { kind: 'affiliate', day: range })) as number[];
  const mailIDs: string[] = [];
  for (const affIDs of slicesOf(active, STEP)) {
    signal?.throwIfAborted();
    const [emails, sums] = await Promise.all([
      emailsOf('affiliate', affIDs, 'weekly-summary'),
      sumsOf(affIDs, start),
    ]);
    for (const [affID, to] of emails) {
      const sum = sums.get(affID);
      if (!sum || !Object.values(sum).some(Boolean)) continue;
      const given = { ...sum, start, end: addDays(week, -1) };
      const mail = mailOf('weekly-summary', { to, whose: { kind: 'affiliate', id: affID } }, given);
      mailIDs.push(await storeMail(mail, `weekly-summary.${affID}.${week}`));
    }
  }
  await upsert(NoticeCursorModel, cursor, { $max: { period: week } });
  return mailIDs;
}

/** Of one affiliate's week; cents. */
const NOTHING = { salesCount: 0, salesCents: 0, refundsCount: 0, payoutCents: 0 };
type WeekSums = typeof NOTHING;

async function sumsOf(affIDs: readonly number[], start: BusinessDay): Promise<Map<number, WeekSums>> {
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(start, index));
  const keys = affIDs.flatMap((affID) => days.map((day) => dayKeyOf(payeeKeyOf('affiliate', affID), day)));
  const sums = new Map<number, WeekSums>();
  for (const total of await DayTotalModel.find({ _id: { $in: keys } }).lean<DayTotal[]>()) {
    const sum = getOrMake(sums, total.personID, () => ({ ...NOTHING }));
    for (const name of Object.keys(NOTHING) as (keyof WeekSums)[]) sum[name] += Number(total[name] ?? 0);
  }
  return sums;
}

/** Nobody is mailed in the night: the digest of a day goes out from this hour on. */
const FROM_HOUR = 6;

type Waiting = { who: Permission[]; text: string; path: string };

/**
 * Stores a mail about what waits for each administrator who wants it, once a day, within their permissions: that the day is
 * done is stored afterwards. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 */
export async function storeDailyDigests(now = Date.now()): Promise<string[]> {
  const day = today();
  if (hourOfDay(now) < FROM_HOUR) return [];
  if (await NoticeCursorModel.exists({ _id: 'digest', period: day })) return [];
  const wanting = await AdministratorModel.find({
    dailyDigest: true,
    status: { $in: [...OPEN_ACCOUNT_STATUSES] },
  }).lean<Administrator[]>();
  const waiting = wanting.length > 0 ? await whatWaits() : [];
  const mailIDs: string[] = [];
  for (const administrator of wanting) {
    const own = waiting.filter(({ who }) => who.some((each) => administrator.permissions.includes(each)));
    if (own.length === 0) continue;
    const { adminID: id, emailAddress: to } = administrator;
    const mailID = `daily-digest.${id}.${day}`;
    const digest = mailOf(DAILY_DIGEST, { to, whose: { kind: 'administrator', id } }, { waiting: own });
    mailIDs.push(await storeMail(digest, mailID));
  }
  await upsert(NoticeCursorModel, { _id: 'digest' }, { $max: { period: day } });
  return mailIDs;
}

async function whatWaits(): Promise<Waiting[]> {
  const [queues, due, approvals, events, mails] = await Promise.all([
    readModerationQueues(),
    Promise.all(Object.values(PAYROLL_TYPE).map(dueOf)),
    listApprovals(),
    waitingEvents(),
    summarizeFailed(failedMails),
  ]);
  const asked = approvals.filter(({ state }) => state === 'waiting').length;
  const moderation = Object.entries(queues).map(([name, { count }]) =>
    line(['moderation'], count, QUEUE_LABELS[name as keyof typeof QUEUE_LABELS], '/dashboard'),
  );
  return [
    ...moderation,
    ...due,
    line(['payroll', 'payroll.approve'], asked, 'Requests for a second person', '/payroll-approvals'),
    line(['payroll'], events.count, 'Events that wait for something', '/failed-work'),
    line(['accounts'], mails.count, 'Mails that were not sent', '/failed-work'),
  ].filter((each) => each !== undefined);
}

async function dueOf(type: PayrollType): Promise<Waiting | undefined> {
  const { endDate, dueDate, persons, cents } = await payrollSchedule(type);
  const { people, path } = PAYROLLS[type];
  const text = `${people} to pay through ${endDate}, by ${dueDate}, ${formatUsd(cents / 100)}`;
  return line(['payroll'], endDate < today() ? persons : 0, text, path);
}

const line = (who: Permission[], count: number, text: string, path: string): Waiting | undefined =>
  count > 0 ? { who, text: `${text}: ${count}`, path } : undefined;
