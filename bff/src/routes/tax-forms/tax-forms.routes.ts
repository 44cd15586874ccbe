import {
  affiliateTaxFormCall,
  affiliateTaxFormsCall,
  askForTaxIdsCall,
  PAGE_SIZE,
  taxCopiesCall,
  taxCopyCall,
  taxFileCall,
  taxFormsCall,
} from '@partnerdesk/contracts';
import {
  affiliateCopy,
  affiliateTaxForms,
  askedAt,
  askPayees,
  COPY_B_STYLE,
  isYearOver,
  payeeCopy,
  readTaxYear,
  taxCopies,
  taxFile,
  taxYears,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { documentPolicy } from '../document-policy';
import type { AddRoutes } from '../route-deps';
import { listPayees, presentPayees, presentYear } from './tax-forms.presenter';

/**
 * Year end, for clerks: who gets a Form 1099-NEC, what is missing, the file for the IRS and copies to print; and an
 * affiliate's own copies.
 */
export const addTaxFormRoutes: AddRoutes = ({ handle }, { env: { tax }, queues }) => {
  handle(taxFormsCall, async ({ query: { state, page, ...asked } }) => {
    const years = await taxYears();
    const year = asked.year ?? years.find(isYearOver) ?? years[0] ?? 0;
    const taxYear = await readTaxYear(year, tax);
    const payees = listPayees(taxYear, state);
    const shown = payees.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      year,
      years,
      isOver: isYearOver(year),
      hasPayer: tax.payer !== undefined,
      ...presentYear(taxYear),
      rows: await presentPayees(shown, await askedAt(shown)),
      total: payees.length,
    };
  });

  handle(taxFileCall, ({ ctx, body }) => taxFile(body, tax, auditedBy(ctx)));

  handle(taxCopiesCall, async ({ ctx, query }) =>
    asDocument(ctx, await taxCopies(query, tax, auditedBy(ctx))),
  );

  handle(taxCopyCall, async ({ ctx, query: { year, ...payee } }) =>
    asDocument(ctx, await payeeCopy(year, payee, tax, auditedBy(ctx))),
  );

  handle(askForTaxIdsCall, async ({ ctx, body }) => {
    const mailIDs = await askPayees(body, tax, auditedBy(ctx));
    await sendMails(queues.mail, mailIDs);
    return { asked: mailIDs.length };
  });

  handle(affiliateTaxFormsCall, ({ query }) => affiliateTaxForms(query.affiliateID, tax));

  handle(affiliateTaxFormCall, async ({ ctx, query: { year, affiliateID } }) =>
    asDocument(ctx, await affiliateCopy(year, affiliateID, tax)),
  );
};

const COPIES_POLICY = documentPolicy(COPY_B_STYLE);

function asDocument(ctx: Ctx, html: string): string {
  ctx.set('Content-Security-Policy', COPIES_POLICY);
  ctx.type = 'html';
  return html;
}
