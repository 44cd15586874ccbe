import { createHash } from 'node:crypto';
import {
  AppError,
  dollarsOf,
  type ExecuteOutcomeRow,
  type ExecutePayrollRequest,
  executePayrollCall,
  MESSAGE,
  PAY_FILE_FORMATS,
  type PayFileFormat,
  type PayrollQuery,
  payrollPreviewCall,
} from '@partnerdesk/contracts';
import {
  checkEndDateOrThrow,
  type ExecuteItem,
  type ExecuteRow,
  findApprovalOrThrow,
  findRunOrThrow,
  isFourEyes,
  isPaidAlready,
  openItems,
  type PayrollRunRecord,
  previewExecution,
  readRunPages,
  readRunRows,
} from '@partnerdesk/domain';
import { accepted } from '../../calls/handle';
import { audit, originOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentApproval } from './approvals.routes';
import { presentOutcome } from './payroll.presenter';
import { answerRows, startRun, waitForRun, wantsLater } from './payroll-runs.routes';

/**
 * Pays the person of the query, the reviewed rows of the body, or (affID 0, empty body) every row. Where two people pay, it
 * answers 202 with the request that waits for the second one, unless everybody is paid already.
 */
export const addExecutePayrollRoutes: AddRoutes = ({ handle }, deps) => {
  /** A NACHA file needs the business's own bank. */
  const canMake = (format: PayFileFormat) => format !== 'nacha' || deps.env.ach !== undefined;
  handle(executePayrollCall, async ({ ctx, query, body, principal: by }) => {
    const { payrollType, endDate, affID } = query;
    checkEndDateOrThrow(endDate);
    const items = await itemsOf(query, body);
    const digest = items && digestOf(items);
    await audit(ctx, {
      action: 'payroll.execution-requested',
      subject: { type: 'payroll', id: `${payrollType}:${endDate}:${affID}` },
      after: { persons: items?.length ?? (affID ? 1 : 'all') },
    });
    const run = await startRun(deps, {
      kind: isFourEyes() ? 'request' : 'execute',
      payrollType,
      endDate,
      personID: affID,
      ...(items && { items, digest }),
      ...(body.makeFiles && { fileFormats: PAY_FILE_FORMATS.filter(canMake) }),
      by,
      origin: originOf(ctx),
    });
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    const ended = await waitForRun(ctx, run._id);
    if (ended.kind === 'request' && !isPaidAlready(ended))
      return accepted(presentApproval(await findApprovalOrThrow(ended.approvalID ?? 0), by));
    return affID ? outcomeOf(ended) : answerRows(ctx, ended);
  });

  // What the same call to /execute-payroll would pay now.
  handle(payrollPreviewCall, async ({ query, body, principal: by }) => {
    const { payrollType, endDate, affID: personID } = query;
    checkEndDateOrThrow(endDate);
    const items = (await itemsOf(query, body)) ?? (await openItems({ payrollType, endDate, personID }));
    const { cents, ...preview } = await previewExecution({ payrollType, endDate, items, by });
    return { ...preview, amount: dollarsOf(cents) };
  });
};

/** Whom the body names; undefined: nobody. @throws AppError invalid_input, not_found (the run is gone) */
async function itemsOf(
  { payrollType, endDate, affID }: PayrollQuery,
  { rows, run: runID, except = [] }: ExecutePayrollRequest,
): Promise<ExecuteItem[] | undefined> {
  // What is recorded before anything is paid, and what one person's call answers, go by affID.
  if (rows && affID && rows.some(({ id }) => id !== affID))
    throw new AppError('invalid_input', 'These rows are of another person', { rows: 'Of another person' });
  if (rows)
    return rows.map(({ id, fingerprint }) => ({
      personID: id,
      chosen: true,
      ...(fingerprint && { fingerprint }),
    }));
  if (!runID) return undefined;
  const run = await findRunOrThrow(runID);
  const same = run.kind === 'generate' && run.payrollType === payrollType && run.endDate === endDate;
  if (!same || run.state !== 'completed' || run.personID !== affID) {
    throw new AppError('invalid_input', 'These rows are of another payroll', { run: 'Of another payroll' });
  }
  const left = new Set(except);
  const items: ExecuteItem[] = [];
  for await (const page of readRunPages<ExecuteItem>(run)) {
    for (const { personID, fingerprint } of page) {
      if (left.has(personID)) continue;
      // The run of one person is no 'all'.
      items.push({ personID, ...(affID && { chosen: true }), ...(fingerprint && { fingerprint }) });
    }
  }
  if (items.length === 0) throw new AppError('invalid_input', MESSAGE.noPayrollData);
  return items;
}

const digestOf = (items: readonly ExecuteItem[]) =>
  createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16);

/** The record of one person, or why there is none: `conflict` with the figure that it is now. */
async function outcomeOf(run: PayrollRunRecord): Promise<ExecuteOutcomeRow> {
  const [row] = await readRunRows<ExecuteRow>(run, 0, 1);
  if (!row) throw new AppError('conflict', MESSAGE.noPayrollData);
  const outcome = presentOutcome(run.payrollType, row);
  switch (row.outcome) {
    case 'executed':
    case 'already':
      return outcome;
    case 'changed':
      throw new AppError(
        'conflict',
        'The amount has changed since it was reviewed; nothing was paid',
        undefined,
        outcome,
      );
    case 'held':
    case 'failed':
      throw new AppError('conflict', row.reason ?? MESSAGE.genericError);
    default:
      throw new AppError('conflict', MESSAGE.noPayrollData);
  }
}
