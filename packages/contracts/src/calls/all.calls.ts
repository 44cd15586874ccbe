import * as accountDetails from './account-details.calls';
import * as accountUpdates from './account-updates.calls';
import * as accounts from './accounts.calls';
import type { Call } from './call';
import * as figures from './figures.calls';
import * as fraud from './fraud.calls';
import * as links from './links.calls';
import * as moderation from './moderation.calls';
import * as ownAccount from './own-account.calls';
import * as personalData from './personal-data.calls';
import * as programs from './programs.calls';
import * as terms from './terms.calls';
import * as texts from './texts.calls';

/** Every call of the product that is stated as a value, for those who walk through all: the server and its reference. */
export const CALLS: readonly Call[] = [
  accountDetails,
  accountUpdates,
  accounts,
  figures,
  fraud,
  links,
  moderation,
  ownAccount,
  personalData,
  programs,
  terms,
  texts,
].flatMap((resource) => Object.values(resource).filter(isCall));

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'name' in value && 'who' in value;
}
