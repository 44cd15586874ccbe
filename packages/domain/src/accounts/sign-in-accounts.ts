import type { Model } from 'mongoose';
import { deliverAudit } from '../platform';
import type { PersonRef } from './access-changes';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';

interface SignInAccounts {
  // biome-ignore lint/suspicious/noExplicitAny: two models that are used alike
  model: Model<any, object, object, any>;
  idField: 'affID' | 'adminID';
  /** Raised to end every session and API key of their owner. */
  access: Record<string, 1>;
}

/** Accounts of those who may sign in, by kind. */
export const SIGN_IN_ACCOUNTS: Record<PersonRef['kind'], SignInAccounts> = {
  affiliate: { model: AffiliateModel, idField: 'affID', access: { sessionVersion: 1, keysVersion: 1 } },
  administrator: { model: AdministratorModel, idField: 'adminID', access: { sessionVersion: 1 } },
};

export function signInAccountOf({ kind, id }: PersonRef) {
  const { model, idField } = SIGN_IN_ACCOUNTS[kind];
  return { model, query: { [idField]: id } };
}

export const endingAccess = ({ kind }: Pick<PersonRef, 'kind'>) => SIGN_IN_ACCOUNTS[kind].access;

/** To be called after a change of somebody's account. */
export function deliverAuditOf(person: PersonRef): Promise<void> {
  const { model, query } = signInAccountOf(person);
  return deliverAudit(model, query);
}
