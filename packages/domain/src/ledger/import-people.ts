import { ACCOUNT_KINDS, type AccountKind, MAX_SIGN_IN_EMAIL } from '@partnerdesk/contracts';
import Joi from 'joi';
import type { Model } from 'mongoose';
import {
  AffiliateModel,
  accountKeysOf,
  completenessOf,
  emailKeyOf,
  MemberModel,
  NO_PAYMENT_DETAILS,
  nameKeysOf,
  nameSearchKeyOf,
  StaffModel,
  sealsOf,
  storeFirstDetails,
} from '../accounts';
import { encryptField, type IdName, isDuplicateKey, reserveIds } from '../platform';
import { affiliateKey, staffKey } from './event-keys';
import { payeeKeyOf } from './payee';
import { announceKeys } from './release-waiting';

const id = Joi.number().integer().min(1).required();
const email = Joi.string().max(150).required();
const name = Joi.string().max(50).allow('').default('');
const commission = Joi.number().min(0).max(100).precision(2).required();
const status = Joi.number().integer().default(0);
const text = (max: number) => Joi.string().max(max).allow('');
/** What affiliates and staff have in common besides their ids. */
const payee = {
  emailAddress: email,
  firstName: name,
  lastName: name,
  status,
  commission,
  paymentType: Joi.valid(0, 1, 2).default(0),
  payPalUserName: text(150),
  achName: text(100),
  achAccountType: Joi.valid(0, 1, 2),
  achRoutingNumber: text(9),
  achAccountNumber: text(17),
  address1: text(100),
  address2: text(100),
  city: text(50),
  state: text(50),
  postalCode: text(10),
};

const peopleSchema = Joi.object({
  affiliates: Joi.array()
    .items(
      Joi.object({
        ...payee,
        affID: id,
        emailAddress: email.max(MAX_SIGN_IN_EMAIL),
        trackID: Joi.string()
          .max(32)
          .pattern(/^[\w-]+$/)
          .required(),
        countryID: Joi.number().integer(),
      }),
    )
    .default([]),
  staff: Joi.array()
    .items(Joi.object({ ...payee, staffID: id }))
    .default([]),
  members: Joi.array()
    .items(
      Joi.object({
        memberID: id,
        username: Joi.string().max(50).required(),
        emailAddress: email,
        status,
        credits: Joi.number().default(0),
      }),
    )
    .default([]),
});

/** How many people were new, and how many were there already and stayed as they are. */
export interface PeopleResult {
  added: number;
  existing: number;
}

type Person = Record<string, unknown> & { emailAddress: string };
const CHUNK = 1000;

/**
 * Adds affiliates, staff and members from a file of the service (docs/RULES.md, Events). People who exist already stay
 * untouched: the office may have edited them. Safe to repeat and to resume.
 * @throws Joi.ValidationError naming the place of what is wrong; then nothing was added
 */
export async function importPeople(
  file: unknown,
  onProgress?: (done: number, total: number) => void,
): Promise<PeopleResult> {
  const people = Joi.attempt(file, peopleSchema, { convert: false }) as Record<
    'affiliates' | 'staff' | 'members',
    Person[]
  >;
  const total = people.affiliates.length + people.staff.length + people.members.length;
  let done = 0;
  let added = 0;
  const addAll = async (model: Model<never>, kind: AccountKind, documents: object[]) => {
    const idName = ACCOUNT_KINDS[kind].id;
    for (let start = 0; start < documents.length; start += CHUNK) {
      const chunk = documents.slice(start, start + CHUNK);
      await recordFirstDetails(idName, model, chunk as Person[]);
      added += await insertNew(model, kind, chunk);
      done += chunk.length;
      onProgress?.(done, total);
    }
    const highest = Math.max(
      0,
      ...documents.map((document) => Number((document as Record<string, unknown>)[idName])),
    );
    await reserveIds(idName, highest);
  };
  await addAll(AffiliateModel as never, 'affiliate', people.affiliates.map(affiliateOf));
  await addAll(StaffModel as never, 'staff', people.staff.map(staffOf));
  await addAll(MemberModel as never, 'member', people.members.map(memberOf));
  await announceKeys([
    ...people.staff.map((each) => staffKey(Number(each.staffID))),
    ...people.affiliates.map((each) => affiliateKey(Number(each.affID))),
  ]);
  return { added, existing: total - added };
}

/** Search keys beside the names, and the account number encrypted for its owner. */
function payeeOf(payeeKey: string, { achAccountNumber, ...person }: Person): Person {
  const number = String(achAccountNumber ?? '');
  return {
    ...person,
    emailKey: emailKeyOf(person.emailAddress),
    ...nameKeysOf({ firstName: String(person.firstName), lastName: String(person.lastName) }),
    achAccountNumberEncrypted: number && encryptField(number, `${payeeKey}:achAccountNumber`),
    ...accountKeysOf({
      achRoutingNumber: String(person.achRoutingNumber ?? ''),
      achAccountNumber: number,
      payPalUserName: String(person.payPalUserName ?? ''),
    }),
  };
}

function staffOf(person: Person): Person {
  return payeeOf(payeeKeyOf('staff', Number(person.staffID)), person);
}

function affiliateOf(person: Person): Person {
  return {
    ...payeeOf(payeeKeyOf('affiliate', Number(person.affID)), person),
    ...completenessOf(Number(person.paymentType)),
  };
}

function memberOf(person: Person): Person {
  return {
    ...person,
    emailKey: emailKeyOf(person.emailAddress),
    usernameKey: nameSearchKeyOf(String(person.username)),
  };
}

/** Where the money of people goes whom this import adds; before they are added, so that no crash leaves it out. */
async function recordFirstDetails(idName: IdName, model: Model<never>, people: Person[]): Promise<void> {
  if (idName !== 'affID' && idName !== 'staffID') return;
  const kind = idName === 'affID' ? 'affiliate' : 'staff';
  const paid = people.filter(({ paymentType, achKey, payPalKey }) => paymentType || achKey || payPalKey);
  const ids = paid.map((person) => Number(person[idName]));
  const known = new Set<unknown>(await model.distinct(idName as never, { [idName]: { $in: ids } } as never));
  const added = paid.filter((person) => !known.has(Number(person[idName])));
  await storeFirstDetails(
    kind,
    added.map((person) => ({ ...NO_PAYMENT_DETAILS, ...person, personID: Number(person[idName]) })),
  );
}

async function insertNew(model: Model<never>, kind: AccountKind, documents: object[]): Promise<number> {
  const idName = ACCOUNT_KINDS[kind].id;
  // Through the model for its defaults, through the driver for the outcome of each document.
  const ready = documents.map((document) => {
    const made = (new model(document as never) as { toObject(): Record<string, unknown> }).toObject();
    return { ...made, seals: sealsOf(kind, Number(made[idName]), made) };
  });
  try {
    return (await model.collection.insertMany(ready as never[], { ordered: false })).insertedCount;
  } catch (error) {
    const { writeErrors, result } = error as {
      writeErrors?: { code: number }[];
      result?: { insertedCount: number };
    };
    if (!writeErrors?.length || !writeErrors.every(isDuplicateKey)) throw error;
    return result?.insertedCount ?? 0;
  }
}
