import {
  AppError,
  type AskedProblem,
  isAskedProblem,
  isSignInKind,
  PAID_KINDS,
} from '@partnerdesk/contracts';
import type { TaxSettings } from '@partnerdesk/node';
import { AuditModel, type By, mailOf, slicesOf, storeMail, writeAudit } from '../../platform';
import { type NecProblem, type PayeeID, payeeIDKey } from './nec-forms';
import { readTaxYear } from './tax-year';

/** People asked at once. */
const STEP = 100;

/**
 * Stores a mail to each payee of a year, or to the one that is named, whose form lacks something that they can add. The
 * same requestID mails nobody twice, and mails those that a process that died has left.
 * @returns ids of the mails, to be sent
 * @throws AppError not_found: nothing is missing of the one that is named, or nothing that they could add
 */
export async function askPayees(
  { requestID, year, payee }: { requestID: string; year: number; payee?: PayeeID | undefined },
  settings: TaxSettings,
  by: By,
): Promise<string[]> {
  const { problems } = await readTaxYear(year, settings);
  const asked = problems
    .filter(isAsked)
    .filter((problem) => problem.emailAddress && (!payee || payeeIDKey(problem) === payeeIDKey(payee)));
  if (payee && asked.length === 0) throw new AppError('not_found', 'There is nothing to ask this payee for');
  const mailIDs: string[] = [];
  for (const step of slicesOf(asked, STEP)) mailIDs.push(...(await askStep(requestID, year, step, by)));
  return mailIDs;
}

/** Somebody who can add what is missing. */
type Asked = NecProblem & { reason: AskedProblem };
const isAsked = (problem: NecProblem): problem is Asked => isAskedProblem(problem.reason);

function askStep(requestID: string, year: number, problems: readonly Asked[], by: By): Promise<string[]> {
  return Promise.all(
    problems.map(async (problem) => {
      const { kind, personID: id, reason, emailAddress: to } = problem;
      const mailID = `tax-id.${requestID}.${kind}.${id}`;
      const entry = { subject: { type: kind, id }, after: { year, reason }, key: mailID };
      await writeAudit({ ...by, action: 'tax-id.asked', ...entry });
      // A number that is saved already, and all that staff have, is changed by support.
      const entersIt = isSignInKind(kind) && reason !== 'invalid tax id';
      return storeMail(mailOf('tax-id', { to, whose: { kind, id } }, { year, reason, entersIt }), mailID);
    }),
  );
}

/** When each of these payees was asked last, by payeeIDKey. */
export async function askedAt(payees: readonly PayeeID[]): Promise<Map<string, Date>> {
  const asked = new Map<string, Date>();
  for (const kind of PAID_KINDS) {
    const ids = payees.filter((each) => each.kind === kind).map(({ personID }) => String(personID));
    const lines = await AuditModel.find(
      { 'subject.type': kind, 'subject.id': { $in: ids }, action: 'tax-id.asked' },
      { subject: 1, at: 1 },
    )
      .sort({ at: 1 })
      .lean();
    for (const { subject, at } of lines) asked.set(`${kind}:${subject?.id}`, at);
  }
  return asked;
}
