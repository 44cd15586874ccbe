import { allowedPage, MESSAGE, type ServerRule } from '@partnerdesk/contracts';
import { addressProblem, passwordProblem, today } from '@partnerdesk/domain';
import { COUNTRIES } from '../countries';

/** Settings that rules ask for. */
export interface RuleContext {
  deepLinkPages: readonly string[];
}

/** What is wrong with a value, for the caller, or what it is read as. */
type Finding = { problem: string } | { value: unknown };

/** The rules that only a server can check, by the names that calls have for them. */
export const SERVER_RULES: Readonly<
  Record<
    ServerRule,
    (value: never, siblings: Readonly<Record<string, unknown>>, context: RuleContext) => Finding
  >
> = {
  'new-password': (password: string, { FirstName, EmailAddress }) =>
    findingOf(
      passwordProblem(password, 'others', {
        firstName: textOf(FirstName),
        emailAddress: textOf(EmailAddress),
      }),
      password,
    ),
  'deep-link-page': (page: string, _, context) => {
    const allowed = allowedPage(page, context.deepLinkPages);
    return allowed === undefined
      ? { problem: 'Links may not lead to this page of the service' }
      : { value: allowed };
  },
  'callable-address': (address: string) => findingOf(addressProblem(address), address),
  country: (countryID: number) =>
    findingOf(
      COUNTRIES.some((each) => each.countryID === countryID) ? undefined : MESSAGE.personalRequired,
      countryID,
    ),
  'year-begun': (year: number) =>
    findingOf(year > Number(today().slice(0, 4)) ? 'This year has not begun' : undefined, year),
};

const findingOf = (problem: string | undefined, value: unknown): Finding =>
  problem ? { problem } : { value };
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
