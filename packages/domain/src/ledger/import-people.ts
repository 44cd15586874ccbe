import {
  ACCOUNT_FIELDS,
  type AccountField,
  type AccountKind,
  type Described,
  fieldsOf,
  isPaidKind,
  type PaidKind,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import {
  ACCOUNT_KIND_INFO,
  AffiliateModel,
  accountKeysOf,
  completenessOf,
  emailKeyOf,
  NO_PAYMENT_DETAILS,
  nameKeysOf,
  nameSearchKeyOf,
  sealsOf,
  storeFirstDetails,
} from '../accounts';
import { duplicatesOf, encryptField, reserveIds, slicesOf } from '../platform';
import { payeeKeyOf } from './keys';
import { announceKeys } from './release-waiting';

const id = Joi.number().integer().min(1).required();

/** A field as its editor takes it: its kind, its choices, its limits; texts stay as the file has them. */
function ruleOf({ check, imported }: AccountField): Joi.Schema {
  const rule = valueRule(check as Described);
  if (imported === 'always') return rule.required();
  return check.kind === 'text' ? rule.allow('').default('') : rule.default(0);
}

function valueRule(check: Described): Joi.Schema {
  if (check.kind === 'text') return Joi.string().max(check.max ?? 0);
  if (check.kind === 'one-of') return Joi.number().valid(...check.values);
  if (check.kind !== 'number') throw new Error(`Files of people have no rule for the kind ${check.kind}`);
  const number = Joi.number()
    .min(check.min ?? Number.MIN_SAFE_INTEGER)
    .max(check.max ?? Number.MAX_SAFE_INTEGER);
  return check.whole || check.decimals ? number.precision(check.decimals ?? 0) : number;
}

function people(kind: AccountKind, own: Joi.SchemaMap) {
  const imported = fieldsOf(kind).filter(([, field]) => field.imported);
  const rules = Object.fromEntries(imported.map(([name, field]) => [name, ruleOf(field)]));
  return Joi.array()
    .items(Joi.object({ ...rules, ...own }))
    .default([]);
}
const achAccountType = ruleOf(ACCOUNT_FIELDS.affiliate.achAccountTypeID);

const peopleSchema = Joi.object({
  affiliates: people('affiliate', {
    affID: id,
    trackID: Joi.string()
      .max(32)
      .pattern(/^[\w-]+$/)
      .required(),
    countryID: Joi.number().integer(),
    achAccountType,
  }),
  staff: people('staff', { staffID: id, achAccountType }),
  members: people('member', { memberID: id }),
});

type Person = Record<string, unknown> & { emailAddress: string };
const idOf = (kind: AccountKind, person: Person) => Number(person[ACCOUNT_KIND_INFO[kind].idField]);
const CHUNK = 1000;

/**
 * Adds affiliates, staff and members from a file of the service (docs/RULES.md, Events). Safe to repeat and to resume.
 * @returns how many were new, and how many existed: they stay as they are, as the office may have edited them
 * @throws Joi.ValidationError naming the place of what is wrong; then nothing was added
 */
export async function importPeople(file: unknown, onProgress?: (done: number, total: number) => void) {
  const people = Joi.attempt(file, peopleSchema, { convert: false });
  const { affiliates, staff, members } = people as Record<'affiliates' | 'staff' | 'members', Person[]>;
  await checkUniqueOrThrow(affiliates);
  const total = affiliates.length + staff.length + members.length;
  let done = 0;
  let added = 0;
  const addAll = async (kind: AccountKind, documents: Person[]) => {
    // Before: who registers meanwhile must not get a number of the file's.
    const highest = documents.reduce((most, each) => Math.max(most, idOf(kind, each)), 0);
    await reserveIds(ACCOUNT_KIND_INFO[kind].idField, highest);
    for (const chunk of slicesOf(documents, CHUNK)) {
      await recordFirstDetails(kind, chunk);
      added += await insertNew(kind, chunk);
      done += chunk.length;
      onProgress?.(done, total);
    }
  };
  await addAll('affiliate', affiliates.map(affiliateOf));
  await addAll(
    'staff',
    staff.map((each) => payeeOf('staff', each)),
  );
  await addAll('member', members.map(memberOf));
  await announceKeys([...keysOf('staff', staff), ...keysOf('affiliate', affiliates)]);
  return { added, existing: total - added };
}

const keysOf = (kind: PaidKind, payees: readonly Person[]) =>
  payees.map((each) => payeeKeyOf(kind, idOf(kind, each)));

/** @throws Joi.ValidationError for an affiliate whose affID, trackID or email is another one's, in the file or stored */
async function checkUniqueOrThrow(affiliates: readonly Person[]): Promise<void> {
  const places = affiliates.map(({ affID, trackID, emailAddress }, index) => ({
    index,
    affID: Number(affID),
    // Of a second one with the same nothing would be stored, and whom they bring would be nobody's.
    keys: { trackID: String(trackID), emailAddress: emailKeyOf(emailAddress) },
  }));
  const taken = { trackID: new Map<string, number>(), emailAddress: new Map<string, number>() };
  for (const step of slicesOf(places, CHUNK)) {
    const stored = (filter: object) =>
      AffiliateModel.find(filter, { _id: 0, affID: 1, trackID: 1, emailKey: 1 }).lean();
    // Each by its index.
    const [known, sameTrackID, sameEmail] = await Promise.all([
      stored({ affID: { $in: step.map(({ affID }) => affID) } }),
      stored({ trackID: { $in: step.map(({ keys }) => keys.trackID) } }),
      stored({ emailKey: { $in: step.map(({ keys }) => keys.emailAddress) } }),
    ]);
    for (const { affID, trackID } of sameTrackID) taken.trackID.set(trackID, affID);
    for (const { affID, emailKey } of sameEmail) taken.emailAddress.set(emailKey, affID);
    const knownAs = new Map(known.map(({ affID, trackID }) => [affID, trackID]));
    for (const { index, affID, keys } of step) {
      const trackID = knownAs.get(affID);
      // A trackID never changes: this is somebody who registered here and got the number.
      if (trackID !== undefined && trackID !== keys.trackID)
        throw new Joi.ValidationError(`"affiliates[${index}].affID" is that of ${trackID}`, [], affiliates);
      // Who is there stays as they are.
      if (trackID !== undefined) continue;
      for (const field of ['trackID', 'emailAddress'] as const) {
        const other = taken[field].get(keys[field]) ?? affID;
        const message = `"affiliates[${index}].${field}" is that of affiliate ${other}`;
        if (other !== affID) throw new Joi.ValidationError(message, [], affiliates);
        taken[field].set(keys[field], affID);
      }
    }
  }
}

/** Search keys beside the names, and the account number encrypted for its owner. */
function payeeOf(kind: PaidKind, { achAccountNumber, ...person }: Person): Person {
  const number = String(achAccountNumber);
  const key = payeeKeyOf(kind, idOf(kind, person));
  return {
    ...person,
    emailKey: emailKeyOf(person.emailAddress),
    ...nameKeysOf({ firstName: String(person.firstName), lastName: String(person.lastName) }),
    achAccountNumberEncrypted: number && encryptField(number, `${key}:achAccountNumber`),
    ...accountKeysOf({
      achRoutingNumber: String(person.achRoutingNumber),
      achAccountNumber: number,
      payPalUserName: String(person.payPalUserName),
    }),
  };
}

const affiliateOf = (person: Person): Person => ({
  ...payeeOf('affiliate', person),
  ...completenessOf(Number(person.paymentType)),
});

function memberOf(person: Person): Person {
  return {
    ...person,
    emailKey: emailKeyOf(person.emailAddress),
    usernameKey: nameSearchKeyOf(String(person.username)),
  };
}

/** Where the money of people goes whom this import adds; before they are added, so that no crash leaves it out. */
async function recordFirstDetails(kind: AccountKind, people: readonly Person[]): Promise<void> {
  if (!isPaidKind(kind)) return;
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const paid = people
    .filter(({ paymentType, achKey, payPalKey }) => paymentType || achKey || payPalKey)
    .map((person) => ({ ...NO_PAYMENT_DETAILS, ...person, personID: idOf(kind, person) }));
  const ids = paid.map(({ personID }) => personID);
  const known = new Set<unknown>(await model.distinct(idField, { [idField]: { $in: ids } }));
  await storeFirstDetails(
    kind,
    paid.filter(({ personID }) => !known.has(personID)),
  );
}

async function insertNew(kind: AccountKind, documents: readonly Person[]): Promise<number> {
  const { model } = ACCOUNT_KIND_INFO[kind];
  // Through the model for its defaults, through the driver for the outcome of each document.
  const ready = documents.map((document) => {
    const made: Record<string, unknown> = new model(document).toObject();
    return { ...made, seals: sealsOf(kind, idOf(kind, document), made) };
  });
  const taken = await duplicatesOf(model.collection.insertMany(ready, { ordered: false }));
  return ready.length - taken.length;
}
