import {
  AppError,
  type AskedProblem,
  isAskedProblem,
  isSignInKind,
  PAID_KINDS,
  type PaidKind,
  TAX_COUNTRY_ID,
  TAX_FORMS_PER_FILE,
} from '@partnerdesk/contracts';
import type { TaxPayer, TaxSettings } from '@partnerdesk/node';
import type { Identity } from '../../accounts';
import { accountsById, clearNumber, IDENTITY_FIELDS, numberContext, readKeptIdentity } from '../../accounts';
import { payeeKeyOf } from '../../ledger';
import {
  AuditModel,
  type By,
  canonicalJson,
  mailOf,
  sha256,
  slicesOf,
  storeMail,
  today,
  writeAudit,
} from '../../platform';
import { paymentsVersion } from '../pay-files/pay-file.models';
import type { NecPayee, NecProblem, NecYear, PayeeID } from './nec-forms';
import {
  firstPaymentSince,
  necForms,
  necName,
  necThresholdCents,
  necTotals,
  paymentsAround,
} from './nec-forms';

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Whether a year is over in the business's time zone: until then its forms are drafts. */
export const isYearOver = (year: number): boolean => yearOf(today()) > year;

/** From the year of the first payment through the present one, the newest first. */
export async function taxYears(): Promise<number[]> {
  const last = yearOf(today());
  const first = yearOf((await firstPaymentSince(''))?.createdDay ?? today());
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

/** @throws AppError conflict */
export function taxPayerOrThrow({ payer }: TaxSettings): TaxPayer {
  if (!payer) throw new AppError('conflict', 'Who pays is not configured (TAX_PAYER_…)');
  return payer;
}

/** The year with its forms, whose tax ids are in clear: for what prints them, and nobody else. */
async function loadYear(year: number, settings: TaxSettings) {
  const thresholdCents = necThresholdCents(year, settings.thresholdCents);
  const { totals, unknownType, unsent } = await totalsOfYear(year);
  const due = totals.filter(({ cents }) => cents >= thresholdCents);
  const below = totals.filter(({ cents }) => cents < thresholdCents);
  const { forms, problems } = necForms(due, await loadNecPayees(due));
  const ready = forms.map(({ payee, cents }) => {
    const { kind, personID } = payee;
    return { kind, personID, cents, name: necName(payee) };
  });
  // Stands for the forms: their payees and amounts.
  const counted = ready.map(({ kind, personID, cents }) => [kind, personID, cents]);
  const digest = sha256(canonicalJson([year, counted]));
  return { taxYear: { thresholdCents, ready, problems, below, unknownType, unsent, digest }, forms };
}

/** Who was paid what in a year, without a tax id (docs/RULES.md, Year end). */
export const readTaxYear = async (year: number, settings: TaxSettings) =>
  (await loadYear(year, settings)).taxYear;

export type TaxYear = Awaited<ReturnType<typeof readTaxYear>>;

/** Which forms of a year: the 100 of a part, as the digest stands for them. */
export interface TaxPart {
  year: number;
  /** Counted from 1. */
  part: number;
  digest: string;
}

/** @throws AppError conflict (nobody is configured to pay, or the forms are others by now), not_found (no such part) */
export async function formsOfPart({ year, part, digest }: TaxPart, settings: TaxSettings) {
  const payer = taxPayerOrThrow(settings);
  const { taxYear, forms } = await loadYear(year, settings);
  if (taxYear.digest !== digest)
    throw new AppError('conflict', 'The forms have changed meanwhile. Please look at them again');
  const inPart = forms.slice((part - 1) * TAX_FORMS_PER_FILE, part * TAX_FORMS_PER_FILE);
  if (inPart.length === 0) throw new AppError('not_found', 'There are no such forms');
  return { payer, forms: inPart };
}

let kept: { key: string; totals: Promise<NecYear> } | undefined;

/**
 * The totals of a year. Adding them up reads every payment of it, so those asked for last are kept until a payment is
 * executed or marked, or a pay file changes: pages and downloads of one screen add up once, also at the same moment.
 */
async function totalsOfYear(year: number): Promise<Readonly<NecYear>> {
  const key = `${year}:${await paymentsVersion()}`;
  if (kept?.key !== key) {
    const totals = necTotals(year, paymentsAround(year));
    kept = { key, totals };
    totals.catch(() => {
      if (kept?.totals === totals) kept = undefined;
    });
  }
  return kept.totals;
}

const STEP = 1000;

type Stored = Omit<Identity, 'taxID'> & {
  emailAddress: string;
  taxIDEncrypted: string;
  erasedAt?: Date | null;
};
const FIELDS = [...IDENTITY_FIELDS, 'emailAddress', 'taxIDEncrypted', 'erasedAt'] as const;

/** Closed and erased accounts as well: who was paid gets a form. Whole tax ids in here go no further than into forms. */
export async function loadNecPayees(payees: readonly PayeeID[]): Promise<NecPayee[]> {
  const loaded: NecPayee[] = [];
  for (const step of slicesOf(payees, STEP)) {
    const found = await Promise.all(
      PAID_KINDS.map(async (kind) => {
        const ids = step.filter((each) => each.kind === kind).map(({ personID }) => personID);
        const people = await accountsById<Stored>(kind, { ids, fields: FIELDS });
        return Promise.all([...people].map(([id, stored]) => payeeOf(kind, id, stored)));
      }),
    );
    loaded.push(...found.flat());
  }
  return loaded;
}

/** Of an erased person what is kept for tax forms; nobody can be mailed. */
async function payeeOf(
  kind: PaidKind,
  personID: number,
  { taxIDEncrypted, erasedAt, emailAddress, ...stored }: Stored,
): Promise<NecPayee> {
  const kept = erasedAt && (await readKeptIdentity(payeeKeyOf(kind, personID)));
  const taxID = clearNumber(taxIDEncrypted, numberContext(kind, personID, 'taxID'));
  const { countryID = 0, state, postalCode, ...identity } = { ...stored, taxID, ...kept };
  return {
    ...identity,
    kind,
    personID,
    emailAddress: erasedAt ? '' : emailAddress,
    state: state.trim().toUpperCase(),
    postalCode: postalCode.trim(),
    abroad: countryID !== 0 && countryID !== TAX_COUNTRY_ID,
  };
}

const ASKED_AT_ONCE = 100;

/**
 * Stores a mail to each payee of a year, or to the one named, whose form lacks something that they can add. The same
 * requestID mails nobody twice. @returns ids of the mails @throws AppError not_found: there is nothing to ask the one for
 */
export async function askPayees(
  { requestID, year, payee }: { requestID: string; year: number; payee?: PayeeID | undefined },
  settings: TaxSettings,
  by: By,
): Promise<string[]> {
  const { problems } = await readTaxYear(year, settings);
  const isWanted = ({ kind, personID, emailAddress }: Asked) =>
    emailAddress && (!payee || (kind === payee.kind && personID === payee.personID));
  const asked = problems.filter(isAsked).filter(isWanted);
  if (payee && asked.length === 0) throw new AppError('not_found', 'There is nothing to ask this payee for');
  const mailIDs: string[] = [];
  for (const step of slicesOf(asked, ASKED_AT_ONCE))
    mailIDs.push(...(await Promise.all(step.map((each) => askOne(requestID, year, each, by)))));
  return mailIDs;
}

type Asked = NecProblem & { reason: AskedProblem };
const isAsked = (problem: NecProblem): problem is Asked => isAskedProblem(problem.reason);

async function askOne(requestID: string, year: number, problem: Asked, by: By): Promise<string> {
  const { kind, personID: id, reason, emailAddress: to } = problem;
  const mailID = `tax-id.${requestID}.${kind}.${id}`;
  const entry = { subject: { type: kind, id }, after: { year, reason }, key: mailID };
  await writeAudit({ ...by, action: 'tax-id.asked', ...entry });
  // A number that is saved already, and all that staff have, is changed by support.
  const entersIt = isSignInKind(kind) && reason !== 'invalid tax id';
  return storeMail(mailOf('tax-id', { to, whose: { kind, id } }, { year, reason, entersIt }), mailID);
}

/** When each of these payees was asked last, by payeeKeyOf. */
export async function askedAt(payees: readonly PayeeID[]): Promise<Map<string, Date>> {
  const asked = new Map<string, Date>();
  for (const kind of PAID_KINDS) {
    const ids = payees.filter((each) => each.kind === kind).map(({ personID }) => String(personID));
    const lines = await AuditModel.find(
      { 'subject.type': kind, 'subject.id': { $in: ids }, action: 'tax-id.asked' },
      { subject: 1, at: 1 },
    )
      .sort({ at: 1 })
      .lean();
    for (const { subject, at } of lines) asked.set(payeeKeyOf(kind, Number(subject?.id)), at);
  }
  return asked;
}
