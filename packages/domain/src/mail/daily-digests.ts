import {
  DAILY_DIGEST,
  formatUsd,
  OPEN_ACCOUNT_STATUSES,
  PAYROLL_TYPE,
  PAYROLLS,
  type PayrollType,
  type Permission,
  QUEUE_LABELS,
} from '@partnerdesk/contracts';
import { type Administrator, AdministratorModel } from '../accounts';
import { waitingEvents } from '../ledger';
import { readModerationQueues } from '../moderation';
import { listApprovals, payrollSchedule } from '../payroll';
import { hourOfDay, mailOf, storeMail, today, upsert } from '../platform';
import { failedMails, summarizeFailed } from './failed-work';
import { NoticeCursorModel } from './notice-cursor';

/** Nobody is mailed in the night: the digest of a day goes out from this hour on. */
const FROM_HOUR = 6;

interface Waiting {
  who: Permission[];
  text: string;
  path: string;
}

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
