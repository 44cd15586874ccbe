import { AppError, centsOf } from '@partnerdesk/contracts';
import {
  type AdjustmentOutcome,
  adjustmentsOf,
  adjustWithinLimit,
  markPayments,
  openEntries,
  PayrollModel,
  payeeKindOf,
  payFilePayments,
  payrollEntries,
  reverseWithinLimit,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentApproval } from './approvals.presenter';
import { mayRunPayroll } from './payroll.policy';
import { presentAdjustments, presentEntry } from './payroll.presenter';
import {
  adjustmentBody,
  adjustmentsQuery,
  entriesQuery,
  marksBody,
  ROWS_LIMIT_BYTES,
  reversalBody,
} from './payroll-query.schema';

/** What stands behind amounts, what corrects them, and what became of payments. */
export const addPaymentRoutes: AddRoutes = (router, { session }) => {
  const allowed = permit(mayRunPayroll);

  // Affiliates too: each payment of their own history opens to its entries.
  router.get(
    '/payroll-entries',
    session,
    permit(() => true),
    validQuery(entriesQuery),
    async (ctx) => {
      const { payrollID, payrollType, personID, endDate, page } = ctx.state.query;
      const principal = principalOf(ctx);
      const office = mayRunPayroll(principal, undefined);
      if (!office) {
        const own =
          principal.kind === 'affiliate' &&
          payrollID !== undefined &&
          (await isPaymentOf(payrollID, principal.affID));
        if (!own) throw new AppError('forbidden', 'You may not do this');
      }
      const found =
        payrollID !== undefined
          ? await payrollEntries(payrollID, page)
          : await openEntries(payeeKindOf(payrollType), personID ?? 0, endDate ?? '', page);
      if (!found) throw new AppError('not_found', 'There is no such payroll');
      ctx.set('X-Total-Count', String(found.total));
      // Who of the office made an entry is the office's own business.
      ctx.body = found.entries.map(({ by, ...entry }) =>
        presentEntry(office && by ? { ...entry, by } : entry),
      );
    },
  );

  router.post('/payroll-adjustments', session, allowed, validBody(adjustmentBody), async (ctx) => {
    const { adjustmentID, payrollType, personID, amount, reason } = ctx.state.body;
    const kind = payeeKindOf(payrollType);
    const cents = centsOf(amount);
    const by = auditedBy(ctx);
    answerAdjustment(ctx, await adjustWithinLimit({ adjustmentID, kind, personID, cents, reason, by }));
  });

  router.get('/payroll-adjustments', session, allowed, validQuery(adjustmentsQuery), async (ctx) => {
    const { payrollType, personID, page } = ctx.state.query;
    ctx.body = presentAdjustments(await adjustmentsOf(payeeKindOf(payrollType), personID, page));
  });

  router.post(
    '/payroll-adjustments/:entryID/reversal',
    session,
    allowed,
    validBody(reversalBody),
    async (ctx) => {
      const { reason } = ctx.state.body;
      const entryID = String(ctx.params.entryID);
      answerAdjustment(ctx, await reverseWithinLimit({ entryID, reason, by: auditedBy(ctx) }));
    },
  );

  router.post(
    '/payment-marks',
    session,
    allowed,
    validBody(marksBody, { limitBytes: ROWS_LIMIT_BYTES }),
    async (ctx) => {
      const { payFileID, payrollIDs = [], ...mark } = ctx.state.body;
      ctx.body = await markPayments({
        ...mark,
        ...(payFileID !== undefined && { payFileID }),
        payrollIDs: payFileID === undefined ? payrollIDs : await payFilePayments(payFileID),
        by: auditedBy(ctx),
      });
    },
  );
};

/** 202: it waits for a second person. */
function answerAdjustment(ctx: Ctx, { entry, request }: AdjustmentOutcome): void {
  if (request) ctx.status = 202;
  ctx.body = request ? presentApproval(request, principalOf(ctx)) : presentEntry(entry);
}

async function isPaymentOf(payrollID: number, affID: number): Promise<boolean> {
  return (await PayrollModel.exists({ _id: payrollID, kind: 'affiliate', personID: affID })) !== null;
}
