import { type AccountKind, AppError, type CommissionRates, type PaidKind } from '@partnerdesk/contracts';
import { Schema } from 'mongoose';
import { canonicalJson, isSealOf, type SealedValues, sealedNumber, sealOf, signingKeyID } from '../platform';
import { clearNumber, numberContext } from './hidden-numbers';
import type { PaymentFields } from './payment-fields';

/*
 * What of a record decides who is paid what, and where to, is sealed with each change, part by part: the record has the
 * seals, and so does the change's line of the audit log (docs/RULES.md, Proof "Seals").
 */

export type SealedKind = AccountKind | 'administrator' | 'commissionGroup';
export type SealedPart = 'terms' | 'payment' | 'access' | 'record';
export type Seals = Partial<Record<SealedPart, string>>;

// biome-ignore lint/suspicious/noExplicitAny: any record, as it is stored
type Fields = Record<string, any>;
type Part = (fields: Fields, kind: SealedKind, id: number, keyID: string) => object;

function ratesOf(rates: CommissionRates | null | undefined) {
  if (!rates) return rates;
  const { commission, initial = null, rebill = null, capDays = null, capCommission } = rates;
  return { commission, initial, rebill, capDays, capCommission: capCommission ?? 0 };
}

function changeOf({ number, from = '', at, by, withdrawnAt, withdrawnBy }: Fields) {
  return { number, from, at, by, withdrawnAt, withdrawnBy };
}

const plain =
  (...names: string[]): Part =>
  (fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));

/** Once there are terms, an affiliate's commission follows from them. */
const affiliateTerms: Part = ({ trackID, minimumPayoutCents, payoutHoldDays, commission, terms = [] }) => {
  const ownChangeOf = (change: Fields) => ({
    ...changeOf(change),
    groupID: change.groupID,
    own: ratesOf(change.own),
  });
  const rates = terms.length > 0 ? { terms: terms.map(ownChangeOf) } : { commission };
  return { trackID, minimumPayoutCents, payoutHoldDays, ...rates };
};

/** Where money goes; an account number stands in it by a keyed digest, however it is encrypted. */
export const paymentDetails = (fields: PaymentFields, number: string | undefined, keyID: string) => ({
  paymentType: fields.paymentType ?? 0,
  payPalUserName: fields.payPalUserName ?? '',
  achName: fields.achName ?? '',
  achAccountType: fields.achAccountType ?? 0,
  achRoutingNumber: fields.achRoutingNumber ?? '',
  achAccountNumber: number === undefined ? 'unreadable' : sealedNumber(number, keyID),
});

const payment: Part = ({ paymentChangedAt, ...fields }, kind, id, keyID) => {
  const context = numberContext(kind as PaidKind, id, 'achAccountNumber');
  const number = clearNumber(fields.achAccountNumberEncrypted ?? '', context);
  return { ...paymentDetails(fields as PaymentFields, number, keyID), paymentChangedAt };
};

const PARTS: Record<SealedKind, Partial<Record<SealedPart, Part>>> = {
  affiliate: { terms: affiliateTerms, payment },
  staff: { terms: plain('commission', 'minimumPayoutCents', 'payoutHoldDays'), payment },
  member: {
    record: plain('status', 'username', 'emailAddress', 'emailAddressVerified', 'payPalID', 'credits'),
  },
  administrator: { access: plain('status', 'permissions', 'pending') },
  commissionGroup: {
    terms: ({ changes }) => ({
      changes: changes.map((each: Fields) => ({ ...changeOf(each), rates: ratesOf(each.rates) })),
    }),
  },
};

const subjectOf = (kind: SealedKind, id: number) => `${kind}:${id}`;

export const sealedParts = (
  kind: SealedKind,
  id: number,
  fields: Fields,
): [part: SealedPart, values: SealedValues][] =>
  (Object.entries(PARTS[kind]) as [SealedPart, Part][]).map(([part, of]) => [
    part,
    (keyID) => of(fields, kind, id, keyID),
  ]);

export const sealsOf = (kind: SealedKind, id: number, fields: Fields): Seals =>
  Object.fromEntries(
    sealedParts(kind, id, fields).map(([part, values]) => [part, sealOf(subjectOf(kind, id), part, values)]),
  );

/** Whether a part of a record is what the product stored. */
export function isAsSaved(kind: SealedKind, id: number, part: SealedPart, fields: Fields): boolean {
  const [, values] = sealedParts(kind, id, fields).find(([name]) => name === part) ?? [];
  return values !== undefined && isSealOf(fields.seals?.[part], subjectOf(kind, id), part, values);
}

/**
 * The seals of the parts that a change of a record changes, for its write and its line of the audit log.
 * @param before the record as it was read; the write must state that it still is
 * @throws AppError conflict for a part that is not what the product stored: a seal of it would hide that
 */
export function reseal(
  kind: SealedKind,
  id: number,
  before: Fields,
  set: Fields,
): { set: Fields; seals?: Seals } {
  const after = { ...before, ...set };
  const text = (values: SealedValues) => canonicalJson(values(signingKeyID()));
  const was = new Map(sealedParts(kind, id, before).map(([part, values]) => [part, text(values)]));
  const seals: Seals = {};
  for (const [part, values] of sealedParts(kind, id, after)) {
    if (was.get(part) === text(values)) continue;
    if (!isAsSaved(kind, id, part, before)) throw new AppError('conflict', NOT_AS_SAVED);
    seals[part] = sealOf(subjectOf(kind, id), part, values);
  }
  return Object.keys(seals).length > 0
    ? { set: { seals: { ...before.seals, ...seals } }, seals }
    : { set: {} };
}

export const NOT_AS_SAVED =
  'This record was changed in the database, not here: an operator has to look at it';

/** Lets the records of a schema have seals. */
// biome-ignore lint/suspicious/noExplicitAny: any schema
export function carriesSeals(schema: Schema<any>, kind: SealedKind, idField: string): void {
  schema.add({ seals: Schema.Types.Mixed });
  schema.pre('save', function () {
    if (this.isNew) this.set('seals', sealsOf(kind, Number(this.get(idField)), this.toObject()));
  });
}
