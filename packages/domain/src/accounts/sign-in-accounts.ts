import type { Model } from 'mongoose';
import { deliverAudit } from '../platform';
import type { PersonRef } from './access-changes';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';

interface SignInAccounts {
  // biome-ignore lint/suspicious/noExplicitAny: two models that are used alike
  model: Model<any, object, object, any>;
  idField: 'affID' | 'adminID';
  /** What is counted up to end every session and API key of their owner. */
  access: Record<string, 1>;
}

/** Accounts of those who may sign in, by kind. */
export const SIGN_IN_ACCOUNTS: Record<PersonRef['kind'], SignInAccounts> = {
  affiliate: { model: AffiliateModel, idField: 'affID', access: { sessionVersion: 1, keysVersion: 1 } },
  administrator: { model: AdministratorModel, idField: 'adminID', access: { sessionVersion: 1 } },
};

/** Somebody's account: where it is, and what finds it. */
export function signInAccountOf({ kind, id }: PersonRef) {
  const { model, idField } = SIGN_IN_ACCOUNTS[kind];
  return { model, query: { [idField]: id } };
}

/** What of an account is counted up to end every session and API key of its owner. */
export const endingAccess = ({ kind }: Pick<PersonRef, 'kind'>) => SIGN_IN_ACCOUNTS[kind].access;

/** Moves the audit entries of somebody's account into the log. Call it after the change. */
export function deliverAuditOf(person: PersonRef): Promise<void> {
  const { model, query } = signInAccountOf(person);
  return deliverAudit(model, query);
}
