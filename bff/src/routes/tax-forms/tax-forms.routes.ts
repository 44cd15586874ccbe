import { createHash } from 'node:crypto';
import {
  affiliateTaxFormsCall,
  type TaxFile,
  type TaxFormsOfYear,
  type TaxIdRequestOutcome,
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
import { notCrossSite } from '../../middleware/origin-check';
import { allowOrThrow, mustBeSelf } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { listPayees, pageOf, presentPayees, presentYear } from './tax-forms.presenter';
import { copiesQuery, copyQuery, fileBody, ownCopyQuery, requestBody, yearQuery } from './tax-forms.schema';

/** Year end, for clerks: who gets a Form 1099-NEC, what is missing, the file for the IRS and copies to print. */
export const addTaxFormRoutes: AddRoutes = (router, { env, queues }) => {
  router.get('/tax-forms', validQuery(yearQuery), async (ctx) => {
    const { state, page } = ctx.state.query;
    const years = await taxYears();
    const year = ctx.state.query.year ?? years.find(isYearOver) ?? years[0] ?? 0;
    const taxYear = await readTaxYear(year, env.tax);
    const payees = listPayees(taxYear, state);
    const shown = pageOf(payees, page);
    const body: TaxFormsOfYear = {
      year,
      years,
      isOver: isYearOver(year),
      hasPayer: env.tax.payer !== undefined,
      ...presentYear(taxYear),
      rows: await presentPayees(shown, await askedAt(shown)),
      total: payees.length,
    };
    ctx.body = body;
  });

  router.post('/tax-forms/file', validBody(fileBody), async (ctx) => {
    const file: TaxFile = await taxFile(ctx.state.body, env.tax, auditedBy(ctx));
    ctx.body = file;
  });

  router.get('/tax-forms/copies', notCrossSite, validQuery(copiesQuery), async (ctx) => {
    answerCopies(ctx, await taxCopies(ctx.state.query, env.tax, auditedBy(ctx)));
  });

  router.get('/tax-forms/copy', notCrossSite, validQuery(copyQuery), async (ctx) => {
    const { year, ...payee } = ctx.state.query;
    answerCopies(ctx, await payeeCopy(year, payee, env.tax, auditedBy(ctx)));
  });

  router.post('/tax-forms/requests', validBody(requestBody), async (ctx) => {
    const mailIDs = await askPayees(ctx.state.body, env.tax, auditedBy(ctx));
    await sendMails(queues.mail, mailIDs);
    const outcome: TaxIdRequestOutcome = { asked: mailIDs.length };
    ctx.body = outcome;
  });
};

/** An affiliate's own copies. */
export const addAffiliateTaxFormRoutes: AddRoutes = (router, { env: { tax } }) => {
  router.handle(affiliateTaxFormsCall, ({ query }) => affiliateTaxForms(query.affiliateID, tax));

  router.get('/affiliate-tax-form', validQuery(ownCopyQuery), async (ctx) => {
    const { principal, query } = ctx.state;
    allowOrThrow(principal, mustBeSelf('affiliateID'), query);
    answerCopies(ctx, await affiliateCopy(query.year, query.affiliateID, tax));
  });
};

const styleHash = createHash('sha256').update(COPY_B_STYLE).digest('base64');
/** A document of text and its one style sheet: nothing else is loaded, run or sent. */
const COPIES_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function answerCopies(ctx: Ctx, html: string): void {
  ctx.set('Content-Security-Policy', COPIES_POLICY);
  ctx.type = 'html';
  ctx.body = html;
}
