import {
  AppError,
  adjustCall,
  adjustmentsCall,
  centsOf,
  markPaymentsCall,
  payrollEntriesCall,
  reverseAdjustmentCall,
} from '@partnerdesk/contracts';
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
import { accepted } from '../../calls/handle';
import { auditedBy, type Ctx, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentApproval } from './approvals.presenter';
import { mayRunPayroll } from './payroll.policy';
import { presentAdjustments, presentEntry } from './payroll.presenter';

/** What stands behind amounts, what corrects them, and what became of payments. */
export const addPaymentRoutes: AddRoutes = ({ handle }) => {
  // Affiliates too: each payment of their own history opens to its entries.
  handle(payrollEntriesCall, async ({ ctx, query }) => {
    const { payrollID, payrollType, personID, endDate, page } = query;
    const principal = principalOf(ctx);
    const office = mayRunPayroll(principal);
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
    return found.entries.map(({ by, ...entry }) => presentEntry(office && by ? { ...entry, by } : entry));
  });

  handle(adjustCall, async ({ ctx, body }) => {
    const { adjustmentID, payrollType, personID, amount, reason } = body;
    const kind = payeeKindOf(payrollType);
    const cents = centsOf(amount);
    const by = auditedBy(ctx);
    const outcome = await adjustWithinLimit({ adjustmentID, kind, personID, cents, reason, by });
    return answerOf(ctx, outcome);
  });

  handle(adjustmentsCall, async ({ query: { payrollType, personID, page } }) =>
    presentAdjustments(await adjustmentsOf(payeeKindOf(payrollType), personID, page)),
  );

  handle(reverseAdjustmentCall, async ({ ctx, params: { entryID }, body: { reason } }) =>
    answerOf(ctx, await reverseWithinLimit({ entryID, reason, by: auditedBy(ctx) })),
  );

  handle(markPaymentsCall, async ({ ctx, body: { payFileID, payrollIDs = [], ...mark } }) =>
    markPayments({
      ...mark,
      ...(payFileID !== undefined && { payFileID }),
      payrollIDs: payFileID === undefined ? payrollIDs : await payFilePayments(payFileID),
      by: auditedBy(ctx),
    }),
  );
};

const answerOf = (ctx: Ctx, { entry, request }: AdjustmentOutcome) =>
  request ? accepted(presentApproval(request, principalOf(ctx))) : presentEntry(entry);

async function isPaymentOf(payrollID: number, affID: number): Promise<boolean> {
  return (await PayrollModel.exists({ _id: payrollID, kind: 'affiliate', personID: affID })) !== null;
}
