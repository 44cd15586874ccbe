import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { decryptField, encryptField, plainModel } from '../platform';

/**
 * Whom an erased person's payments were made to: what a tax form names (docs/RULES.md, Personal data). Encrypted; deleted
 * once its day has come.
 */
export interface KeptIdentity {
  /** `affiliate:12`. */
  _id: string;
  identityEncrypted: string;
  /** The last day on which it is kept. */
  until: string;
}

/** Of a person of whom nothing is entered, texts are empty and figures 0. */
export interface Identity {
  firstName: string;
  lastName: string;
  /** Of payees with an EIN. */
  companyName: string;
  address1: string;
  address2: string;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
  /** Of affiliates. */
  countryID?: number;
  /** TAX_ID_TYPE, 0: none. */
  taxIDType: number;
  /** In clear: the identity as a whole is encrypted, and so again when keys are rotated. */
  taxID: string;
}

/** What of it a record holds in clear. */
export const IDENTITY_FIELDS = [
  ...(['firstName', 'lastName', 'companyName', 'address1', 'address2', 'city'] as const),
  ...(['state', 'postalCode', 'countryID', 'taxIDType'] as const),
] satisfies (keyof Identity)[];

export const KeptIdentityModel = plainModel<KeptIdentity>('KeptIdentity', 'keptIdentities', String, [
  [{ until: 1 }],
]);

/** Where an identity is stored, for encryptField. */
export const identityContext = (_id: string) => `identity:${_id}`;

/** Longer than any of the terms that apply: four years for payments (26 CFR 31.6001-1), seven for a loss (IRS, Topic 305). */
const KEPT_DAYS = 7 * 366;

/** Keeps an identity from a day on; what is kept already stays. */
export async function keepIdentity(payee: string, identity: Identity, from: BusinessDay): Promise<void> {
  const identityEncrypted = encryptField(JSON.stringify(identity), identityContext(payee));
  await KeptIdentityModel.updateOne(
    { _id: payee },
    { $setOnInsert: { identityEncrypted, until: addDays(from, KEPT_DAYS) } },
    { upsert: true },
  );
}

/** What is kept of an erased person; null: nothing. */
export async function readKeptIdentity(payee: string): Promise<Identity | null> {
  const kept = await KeptIdentityModel.findById(payee).lean<KeptIdentity>();
  return kept && JSON.parse(decryptField(kept.identityEncrypted, identityContext(payee)));
}

/** Deletes identities whose time is over on a day. @returns how many */
export async function expireIdentities(day: BusinessDay): Promise<number> {
  return (await KeptIdentityModel.deleteMany({ until: { $lt: day } })).deletedCount;
}
