import {
  AppError,
  csvHeader,
  csvRow,
  dollarsOf,
  exportPaymentStatementCall,
  type PaymentHistoryRow,
  type PaymentStatement,
  type PaymentType,
  paymentHistoryCall,
  paymentStatementCall,
  STATEMENT_PARTS,
  statementColumns,
} from '@partnerdesk/contracts';
import {
  findPayment,
  isReturned,
  type LedgerEntry,
  type MarkedPayment,
  type PayrollRecord,
  paymentHistory,
  type Statement,
  statementOf,
  streamStatement,
} from '@partnerdesk/domain';
import { audit, type Ctx, principalOf } from '../../context';
import { answerFile, csvOfRows } from '../answer-csv';
import { presentEntry } from '../payroll/payroll.presenter';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

/** An affiliate's payments; and what a payment adds up, for the affiliate who was paid and for clerks. */
export const addPaymentStatementRoutes: AddRoutes = ({ handle }, { env }) => {
  handle(paymentHistoryCall, async ({ query: { affiliateID, ...range } }) =>
    (await paymentHistory(affiliateID, range)).map(presentPayment),
  );

  handle(paymentStatementCall, async ({ ctx, query: { payrollID, page } }) =>
    presentStatement(await statementOf(await paymentOrThrow(ctx, payrollID), page)),
  );

  handle(exportPaymentStatementCall, async ({ ctx, query }) => {
    const payroll = await paymentOrThrow(ctx, query.payrollID);
    await audit(ctx, { action: 'payment-statement.exported', subject: { type: 'payroll', id: payroll._id } });
    const columns = statementColumns(env.businessTimezone);
    const lines = csvOfRows(csvHeader(columns), streamStatement(payroll), (entry) =>
      csvRow(columns, presentStatementEntry(entry)),
    );
    return answerFile(ctx, `statement-${payroll._id}.csv`, 'text/csv', lines);
  });
};

function presentPayment(payroll: MarkedPayment): PaymentHistoryRow {
  return {
    payrollID: payroll._id,
    affID: payroll.personID,
    payrollEvent: 'Affiliate payroll',
    paymentType: payroll.paymentType as PaymentType,
    ...pick(payroll, 'startPeriod', 'endPeriod'),
    amount: dollarsOf(payroll.amountCents),
    dateCreated: payroll.createdAt.toISOString(),
    ...(isReturned(payroll) && { returned: true }),
  };
}

/** An affiliate does not learn whether somebody else's payment exists. @throws AppError not_found */
async function paymentOrThrow(ctx: Ctx, payrollID: number): Promise<PayrollRecord> {
  const principal = principalOf(ctx);
  const payroll = await findPayment(payrollID);
  const isTheirs =
    principal.kind !== 'affiliate' || (payroll?.kind === 'affiliate' && payroll.personID === principal.affID);
  if (!payroll || !isTheirs) throw new AppError('not_found', 'There is no such payment');
  return payroll;
}

/** Who of the office made an entry is the office's own business. */
function presentStatementEntry({ by: _by, ...entry }: LedgerEntry) {
  return presentEntry(entry);
}

function presentStatement({ payroll, mark, sums, entries, ...more }: Statement): PaymentStatement {
  const { state = 'executed', reason } = mark ?? {};
  const inOrder = STATEMENT_PARTS.flatMap((part) => sums.filter((sum) => sum.part === part));
  return {
    payrollID: payroll._id,
    ...pick(payroll, 'name', 'startPeriod', 'endPeriod'),
    paymentType: payroll.paymentType as PaymentType,
    paymentInfo: payroll.paymentInfo,
    dateCreated: payroll.createdAt.toISOString(),
    state,
    ...(state === 'returned' && reason && { reason }),
    sums: inOrder.map(({ payoutCents, ...sum }) => ({ ...sum, payout: dollarsOf(payoutCents) })),
    amount: dollarsOf(payroll.amountCents),
    entries: entries.map(presentStatementEntry),
    total: more.total,
    broughtForward: dollarsOf(more.broughtForwardCents),
  };
}
