import {
  affiliateTaxFormCall,
  affiliateTaxFormsCall,
  askForTaxIdsCall,
  dollarsOf,
  isAskedProblem,
  PAGE_SIZE,
  PAID_KINDS,
  type TaxFormRow,
  type TaxFormState,
  type TaxFormSum,
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
  loadPayeePeople,
  type NecTotal,
  payeeCopy,
  readTaxYear,
  type TaxYear,
  taxCopies,
  taxFile,
  taxYears,
} from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { documentPolicy } from '../html-page';
import type { AddRoutes } from '../route-deps';

/** Year end: who gets a Form 1099-NEC, what is missing, the file for the IRS, and copies to print. */
export const addTaxFormRoutes: AddRoutes = ({ handle }, { env: { tax } }) => {
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

  handle(taxFileCall, ({ body, by }) => taxFile(body, tax, by));

  handle(taxCopiesCall, async ({ ctx, query, by }) => asDocument(ctx, await taxCopies(query, tax, by)));

  handle(taxCopyCall, async ({ ctx, query: { year, ...payee }, by }) =>
    asDocument(ctx, await payeeCopy(year, payee, tax, by)),
  );

  handle(askForTaxIdsCall, async ({ body, by }) => ({ asked: (await askPayees(body, tax, by)).length }));

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

/** A row of any state, before it is named and noted when it was asked. */
type ListedPayee = NecTotal & Pick<TaxFormRow, 'state' | 'problem'> & { name?: string };

/** Everybody of a year: those for whom something is missing first, those below the threshold last. */
function listPayees({ problems, ready, below }: TaxYear, state?: TaxFormState): ListedPayee[] {
  const listed: ListedPayee[] = [
    ...problems.map(({ reason: problem, ...each }) => ({ ...each, state: 'missing' as const, problem })),
    ...ready.map((each) => ({ ...each, state: 'ready' as const })),
    ...below.map((each) => ({ ...each, state: 'below' as const })),
  ];
  return state ? listed.filter((each) => each.state === state) : listed;
}

/** Rows of a page. @param askedAt by payeeKeyOf */
async function presentPayees(
  payees: readonly ListedPayee[],
  askedAt: ReadonlyMap<string, Date>,
): Promise<TaxFormRow[]> {
  const unnamed = (kind: TaxFormRow['kind']) =>
    payees.filter((each) => each.kind === kind && each.name === undefined).map(({ personID }) => personID);
  const people = new Map<string, string>();
  await Promise.all(
    PAID_KINDS.map(async (kind) => {
      const named = await loadPayeePeople(kind, unnamed(kind));
      for (const [personID, { name }] of named) people.set(`${kind}:${personID}`, name);
    }),
  );
  return payees.map(({ kind, personID, cents, name, state, problem }) => {
    const key = `${kind}:${personID}`;
    const at = askedAt.get(key);
    return {
      kind,
      personID,
      name: name ?? people.get(key) ?? '',
      amount: dollarsOf(cents),
      state,
      ...(problem && { problem }),
      ...(at && { askedAt: at.toISOString() }),
    };
  });
}

const sumOf = (totals: readonly { cents: number }[]): TaxFormSum => ({
  count: totals.length,
  amount: dollarsOf(totals.reduce((sum, { cents }) => sum + cents, 0)),
});

function presentYear({ thresholdCents, digest, ready, problems, below, ...rest }: TaxYear) {
  const { unknownType, unsent } = rest;
  return {
    threshold: dollarsOf(thresholdCents),
    digest,
    sums: { missing: sumOf(problems), ready: sumOf(ready), below: sumOf(below) },
    askable: problems.filter(({ reason, emailAddress }) => isAskedProblem(reason) && emailAddress).length,
    unknownType: { count: unknownType.count, amount: dollarsOf(unknownType.cents) },
    unsent: { count: unsent.count, amount: dollarsOf(unsent.cents) },
  };
}
