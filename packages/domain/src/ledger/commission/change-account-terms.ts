import { AppError, type CommissionRates, TERMS_TEXT } from '@partnerdesk/contracts';
import {
  type Affiliate,
  adminIDOf,
  CommissionGroupModel,
  currentTerms,
  findAccountOrThrow,
  groupsNamed,
  loadGroups,
  type StoredTerms,
  withTerms,
  writeVersion,
} from '../../accounts';
import type { By } from '../../platform';
import { checkChangeOrThrow, orderTerms, withdrawOrThrow } from './terms-change';

export interface AccountTermsInput {
  affID: number;
  /** The account's version that was looked at. */
  version: number;
  by: By;
}

/** Somebody has saved since; nothing was written. */
const conflict = () => new AppError('conflict', TERMS_TEXT.accountChanged);

/**
 * Changes an affiliate's group and own rates from a day on. What was posted stays (docs/RULES.md, Terms).
 * @throws AppError invalid_input by field; not_found; conflict when the account is another version by now
 */
export async function changeAccountTerms(
  input: AccountTermsInput & { from: string; groupID: number; own: CommissionRates | null },
): Promise<void> {
  const { affID, version, from, groupID, own, by } = input;
  const current = await findAccountOrThrow('affiliate', affID);
  if (current.version !== version) throw conflict();
  checkChangeOrThrow(from, current.terms as StoredTerms[]);
  if (groupID && !(await CommissionGroupModel.exists({ _id: groupID })))
    throw new AppError('invalid_input', TERMS_TEXT.group, { groupID: TERMS_TEXT.group });
  const terms = withTerms(current as never, { from, groupID, own }, by);
  await write(input, current, terms, 'affiliate.terms-changed', { from, group: groupID, ...said(own) });
  await orderTerms({ affID }, terms.length);
}

/** Takes a change back that has not begun. @throws AppError not_found; conflict */
export async function withdrawAccountTerms(input: AccountTermsInput & { number: number }): Promise<void> {
  const { affID, version, number, by } = input;
  const current = await findAccountOrThrow('affiliate', affID);
  if (current.version !== version) throw conflict();
  const terms = withdrawOrThrow(current.terms as StoredTerms[], number, adminIDOf(by));
  const { from } = terms[number - 1] as StoredTerms;
  await write(input, current, terms, 'affiliate.terms-withdrawn', { from, change: number });
  await orderTerms({ affID }, number);
}

/** As the audit log names rates; without an own commission the group's apply. */
export const said = (rates: CommissionRates | null): Record<string, unknown> =>
  rates ? { ...rates } : { commission: null };

async function write(
  { affID, by }: AccountTermsInput,
  current: Affiliate,
  terms: StoredTerms[],
  action: 'affiliate.terms-changed' | 'affiliate.terms-withdrawn',
  after: Record<string, unknown>,
): Promise<void> {
  const groups = await loadGroups(groupsNamed([{ commission: 0, terms }]));
  const set = { terms, ...currentTerms(terms, groups) };
  const { commission, groupID } = current;
  const entry = {
    ...by,
    action,
    subject: { type: 'affiliate', id: affID },
    before: { commission, group: groupID },
    after,
  } as const;
  if (!(await writeVersion('affiliate', affID, current, set, [entry]))) throw conflict();
}
