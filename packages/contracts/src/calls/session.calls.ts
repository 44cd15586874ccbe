import { PERMISSIONS, ROLE } from '../codes';
import {
  type CheckedOf,
  code,
  flag,
  list,
  nullable,
  number,
  object,
  optional,
  saved,
  text,
} from '../schema/schema';
import { call } from './call';

/* Who is signed in (docs/PRODUCT.md §3 "Session", §4). */

/** Of the signed-in person. */
export const sessionFields = {
  affID: number({ about: '0 for administrators' }),
  affRole: code(Object.values(ROLE)),
  affStatus: number(),
  accountStatus: number({ about: '0 incomplete, 1 complete' }),
  paymentInfoSet: flag(),
  trackID: text(),
  emailAddress: text(),
  firstName: text(),
  permissions: list(code(PERMISSIONS), {
    about: 'Empty for affiliates, and for administrators who have to set up a second factor first',
  }),
  secondFactorDue: optional(
    flag({ about: 'The office demands a second factor, and this administrator has none yet' }),
  ),
  passwordWeak: optional(
    flag({ about: 'An administrator signed in with a password that would be refused today' }),
  ),
};
const person = object(sessionFields);
/** The signed-in person. */
export type SessionInfo = CheckedOf<typeof person>;

export const sessionCall = call('GET /api/session', {
  about: 'The signed-in person, or null for a visitor',
  who: 'anybody',
  answer: object({ session: nullable(person) }),
});

export const logoutCall = call('POST /api/logout', {
  about: 'Signs out',
  who: 'anybody',
  body: {},
  answer: saved(),
});
