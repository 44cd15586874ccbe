import { OPEN_ACCOUNT_STATUSES, PERMISSIONS, ROLE, type SessionInfo } from '@partnerdesk/contracts';
import {
  type Administrator,
  AdministratorModel,
  type Affiliate,
  AffiliateModel,
  isSetUp,
} from './account.models';
import { signInAccountOf } from './account-kinds';
import { type HashTurn, verifyPassword } from './password';
import type { PersonRef } from './schema-plugins';
import { emailKeyOf, storedEmailOf } from './search-key';

/** Who is signed in, as the database has them now. */
export interface Principal extends SessionInfo, PersonRef {
  /** A session made under another one is over; so is an API key of another keysVersion. */
  sessionVersion: number;
  keysVersion: number;
  hasSecondFactor: boolean;
  /** Which set of factors: a proof given for another one is worth nothing. Empty: the first one. */
  factorsID: string;
}

const commonOf = (account: Affiliate | Administrator) => ({
  affStatus: account.status,
  emailAddress: account.emailAddress,
  firstName: account.firstName,
  sessionVersion: account.sessionVersion,
  hasSecondFactor: isSetUp(account.secondFactor),
  factorsID: account.secondFactor?.factorsID ?? '',
});

const affiliatePrincipal = (affiliate: Affiliate): Principal => ({
  ...commonOf(affiliate),
  kind: 'affiliate',
  id: affiliate.affID,
  affID: affiliate.affID,
  affRole: ROLE.affiliate,
  accountStatus: affiliate.accountStatus,
  paymentInfoSet: affiliate.paymentInfoSet,
  trackID: affiliate.trackID,
  permissions: [],
  keysVersion: affiliate.keysVersion,
});

const administratorPrincipal = (administrator: Administrator): Principal => ({
  ...commonOf(administrator),
  kind: 'administrator',
  id: administrator.adminID,
  affID: 0,
  affRole: ROLE.admin,
  accountStatus: 1,
  paymentInfoSet: true,
  trackID: '',
  permissions: PERMISSIONS.filter((each) => administrator.permissions.includes(each)),
  keysVersion: 0,
});

/** Whether a status may sign in (docs/PRODUCT.md §4). */
export function isOpenStatus(status: number): boolean {
  return (OPEN_ACCOUNT_STATUSES as readonly number[]).includes(status);
}

/** Whom an email signs in, and by which password; null: nobody. It may be stored in other letters than it is typed in. */
export async function findByEmail(emailAddress: string) {
  const [typed, stored] = [emailKeyOf(emailAddress), emailKeyOf(storedEmailOf(emailAddress))];
  return (await findByKey(typed)) ?? (stored === typed ? null : findByKey(stored));
}

async function findByKey(emailKey: string) {
  const administrator = await AdministratorModel.findOne({ emailKey }).lean<Administrator>();
  // Until an invitation is accepted, an affiliate who has registered with the email signs in by it.
  const affiliate = administrator?.passwordHash
    ? null
    : await AffiliateModel.findOne({ emailKey }).lean<Affiliate>();
  if (affiliate) return { principal: affiliatePrincipal(affiliate), passwordHash: affiliate.passwordHash };
  if (!administrator) return null;
  return { principal: administratorPrincipal(administrator), passwordHash: administrator.passwordHash };
}

export type SignInOutcome =
  | { outcome: 'unknown' }
  | { outcome: 'wrong'; person: PersonRef }
  | { outcome: 'closed'; affStatus: number; person: PersonRef }
  | { outcome: 'ok'; principal: Principal };

/** That an account is closed is shown only to those who know its password (docs/RULES.md, Accounts and access "Closed accounts"). */
export async function checkPassword(
  emailAddress: string,
  password: string,
  turn?: HashTurn,
): Promise<SignInOutcome> {
  const found = await findByEmail(emailAddress);
  const matches = await verifyPassword(found?.passwordHash, password, turn);
  if (!found) return { outcome: 'unknown' };
  const { principal } = found;
  const person = { kind: principal.kind, id: principal.id };
  if (!matches) return { outcome: 'wrong', person };
  if (!isOpenStatus(principal.affStatus))
    return { outcome: 'closed', affStatus: principal.affStatus, person };
  return { outcome: 'ok', principal };
}

export async function isPasswordOf(person: PersonRef, password: string) {
  const { model, query } = signInAccountOf(person);
  const found = await model.findOne(query, { passwordHash: 1 }).lean<{ passwordHash?: string }>();
  return verifyPassword(found?.passwordHash, password, { isReserved: true });
}

/** The person behind a session; null when gone or closed since. */
export async function loadPrincipal(kind: Principal['kind'], id: number): Promise<Principal | null> {
  const { model, query } = signInAccountOf({ kind, id });
  const found = await model.findOne(query).lean();
  const principal = found && (kind === 'administrator' ? administratorPrincipal : affiliatePrincipal)(found);
  return principal && isOpenStatus(principal.affStatus) ? principal : null;
}
