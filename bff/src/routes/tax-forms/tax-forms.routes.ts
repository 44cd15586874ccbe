import { createHash } from 'node:crypto';
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
import type { AddRoutes } from '../route-deps';
import { listPayees, presentPayees, presentYear } from './tax-forms.presenter';

/** Year end, for clerks: who gets a Form 1099-NEC, what is missing, the file for the IRS and copies to print. */
export const addTaxFormRoutes: AddRoutes = ({ handle }, { env, queues }) => {
  handle(taxFormsCall, async ({ query: { state, page, ...asked } }) => {
    const years = await taxYears();
    const year = asked.year ?? years.find(isYearOver) ?? years[0] ?? 0;
    const taxYear = await readTaxYear(year, env.tax);
    const payees = listPayees(taxYear, state);
    const shown = payees.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      year,
      years,
      isOver: isYearOver(year),
      hasPayer: env.tax.payer !== undefined,
      ...presentYear(taxYear),
      rows: await presentPayees(shown, await askedAt(shown)),
      total: payees.length,
    };
  });

  handle(taxFileCall, ({ ctx, body }) => taxFile(body, env.tax, auditedBy(ctx)));

  handle(taxCopiesCall, async ({ ctx, query }) =>
    asDocument(ctx, await taxCopies(query, env.tax, auditedBy(ctx))),
  );

  handle(taxCopyCall, async ({ ctx, query: { year, ...payee } }) =>
    asDocument(ctx, await payeeCopy(year, payee, env.tax, auditedBy(ctx))),
  );

  handle(askForTaxIdsCall, async ({ ctx, body }) => {
    const mailIDs = await askPayees(body, env.tax, auditedBy(ctx));
    await sendMails(queues.mail, mailIDs);
    return { asked: mailIDs.length };
  });
};

/** An affiliate's own copies. */
export const addAffiliateTaxFormRoutes: AddRoutes = ({ handle }, { env: { tax } }) => {
  handle(affiliateTaxFormsCall, ({ query }) => affiliateTaxForms(query.affiliateID, tax));

  handle(affiliateTaxFormCall, async ({ ctx, query: { year, affiliateID } }) =>
    asDocument(ctx, await affiliateCopy(year, affiliateID, tax)),
  );
};

const styleHash = createHash('sha256').update(COPY_B_STYLE).digest('base64');
/** A document of text and its one style sheet: nothing else is loaded, run or sent. */
const COPIES_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function asDocument(ctx: Ctx, html: string): string {
  ctx.set('Content-Security-Policy', COPIES_POLICY);
  ctx.type = 'html';
  return html;
}
