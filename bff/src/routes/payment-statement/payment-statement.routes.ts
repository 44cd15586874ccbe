import { Readable } from 'node:stream';
import { AppError, exportPaymentStatementCall, paymentStatementCall } from '@partnerdesk/contracts';
import {
  findPayment,
  type PayrollRecord,
  statementOf,
  streamStatement,
  writeAudit,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { csvOfStatement, presentStatement } from './payment-statement.presenter';

/** What a payment adds up, for the affiliate who was paid and for clerks. */
export const addPaymentStatementRoutes: AddRoutes = ({ handle }, { env }) => {
  handle(paymentStatementCall, async ({ ctx, query: { payrollID, page } }) =>
    presentStatement(await statementOf(await paymentOrThrow(ctx, payrollID), page)),
  );

  handle(exportPaymentStatementCall, async ({ ctx, query }) => {
    const payroll = await paymentOrThrow(ctx, query.payrollID);
    const subject = { type: 'payroll', id: payroll._id } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'payment-statement.exported', subject });
    ctx.attachment(`statement-${payroll._id}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    const lines = csvOfStatement(env.businessTimezone, streamStatement(payroll));
    return Readable.from(lines, { objectMode: false });
  });
};

/** An affiliate does not learn whether somebody else's payment exists. @throws AppError not_found */
async function paymentOrThrow(ctx: Ctx, payrollID: number): Promise<PayrollRecord> {
  const principal = principalOf(ctx);
  const payroll = await findPayment(payrollID);
  const isTheirs =
    principal.kind !== 'affiliate' || (payroll?.kind === 'affiliate' && payroll.personID === principal.affID);
  if (!payroll || !isTheirs) throw new AppError('not_found', 'There is no such payment');
  return payroll;
}
