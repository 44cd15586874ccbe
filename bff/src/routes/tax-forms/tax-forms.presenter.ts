import {
  dollarsOf,
  isAskedProblem,
  PAID_KINDS,
  type TaxFormRow,
  type TaxFormState,
  type TaxFormSum,
} from '@partnerdesk/contracts';
import { loadPayeePeople, type NecTotal, type TaxYear } from '@partnerdesk/domain';

/** A row of any state, before it is named and noted when it was asked. */
type ListedPayee = NecTotal & Pick<TaxFormRow, 'state' | 'problem'> & { name?: string };

/** Everybody of a year: those for whom something is missing first, those below the threshold last. */
export function listPayees({ problems, ready, below }: TaxYear, state?: TaxFormState): ListedPayee[] {
  const listed: ListedPayee[] = [
    ...problems.map(({ reason: problem, ...each }) => ({ ...each, state: 'missing' as const, problem })),
    ...ready.map((each) => ({ ...each, state: 'ready' as const })),
    ...below.map((each) => ({ ...each, state: 'below' as const })),
  ];
  return state ? listed.filter((each) => each.state === state) : listed;
}

/** Rows of a page. @param askedAt by payeeKeyOf */
export async function presentPayees(
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

/** The figures above the list. */
export function presentYear({ thresholdCents, digest, ready, problems, below, ...rest }: TaxYear) {
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
