import { PERMISSIONS, ROLE } from '../codes';
import { proof } from '../schema/proof';
import * as s from '../schema/schema';
import { call } from './call';

/* Who is signed in (docs/PRODUCT.md §3 "Session", §4). */

export const sessionFields = {
  affID: s.number({ about: '0 for administrators' }),
  affRole: s.code(Object.values(ROLE)),
  affStatus: s.number(),
  accountStatus: s.number({ about: '0 incomplete, 1 complete' }),
  paymentInfoSet: s.flag(),
  trackID: s.text(),
  emailAddress: s.text(),
  firstName: s.text(),
  permissions: s.list(s.code(PERMISSIONS), {
    about: 'Empty for affiliates, and for administrators who have to set up a second factor first',
  }),
  secondFactorDue: s.optional(
    s.flag({ about: 'The office demands a second factor, and this administrator has none yet' }),
  ),
  passwordWeak: s.optional(
    s.flag({ about: 'An administrator signed in with a password that would be refused today' }),
  ),
};
const person = s.object(sessionFields);
export type SessionInfo = s.CheckedOf<typeof person>;

export const sessionCall = call('GET /api/session', {
  about: 'The signed-in person, or null for a visitor',
  who: 'anybody',
  answer: s.object({ session: s.nullable(person) }),
});

export const logoutCall = call('POST /api/logout', {
  about: 'Signs out',
  who: 'anybody',
  body: {},
  answer: s.saved(),
});

/* Being asked again (docs/RULES.md, Who may enter). Apart from other calls, for every page has these in its first load. */

const signedIn = { who: 'signed-in' } as const;

export const confirmationCall = call('GET /api/confirmation', {
  about: 'Asks for a proof before what is no call of a screen’s own, such as a download',
  ...signedIn,
  confirm: 'second-factor',
  answer: s.saved(),
});
export const confirmCall = call('POST /api/confirmation', {
  about: 'Proves who the signed-in person is; the call that was refused is then made again',
  ...signedIn,
  body: proof,
  answer: s.saved(),
});
