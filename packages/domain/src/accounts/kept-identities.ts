import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { decryptField, encryptField, plainModel, upsert } from '../platform';

/** Whom an erased person's payments were made to: what a tax form names (docs/RULES.md, Personal data). */
export type KeptIdentity = { _id: string; identityEncrypted: string; until: string };

/** What of an identity a record holds in clear. */
export const IDENTITY_FIELDS = [
  ...(['firstName', 'lastName', 'companyName', 'address1', 'address2', 'city'] as const),
  ...(['state', 'postalCode', 'countryID', 'taxIDType'] as const),
];
type TextField = Exclude<(typeof IDENTITY_FIELDS)[number], 'countryID' | 'taxIDType'>;
/** countryID is of affiliates alone. The tax id is in clear: the identity as a whole is encrypted. */
export type Identity = Record<TextField, string> & { countryID?: number; taxIDType: number; taxID: string };

export const KeptIdentityModel = plainModel<KeptIdentity>('KeptIdentity', 'keptIdentities', String, [
  [{ until: 1 }],
]);

export const identityContext = (_id: string) => `identity:${_id}`;

/** Longer than the terms that apply: four years for payments (26 CFR 31.6001-1), seven for a loss (IRS, Topic 305). */
const KEPT_DAYS = 7 * 366;

/** Keeps an identity from a day on; what is kept already stays. */
export async function keepIdentity(payee: string, identity: Identity, from: BusinessDay): Promise<void> {
  const identityEncrypted = encryptField(JSON.stringify(identity), identityContext(payee));
  const kept = { identityEncrypted, until: addDays(from, KEPT_DAYS) };
  await upsert(KeptIdentityModel, { _id: payee }, { $setOnInsert: kept });
}

export async function readKeptIdentity(payee: string): Promise<Identity | null> {
  const kept = await KeptIdentityModel.findById(payee).lean<KeptIdentity>();
  return kept && JSON.parse(decryptField(kept.identityEncrypted, identityContext(payee)));
}

/** @returns how many are deleted: their time is over on this day */
export async function expireIdentities(day: BusinessDay): Promise<number> {
  return (await KeptIdentityModel.deleteMany({ until: { $lt: day } })).deletedCount;
}
