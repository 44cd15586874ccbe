import { MAX_POSTBACK_ADDRESS, POSTBACK_MACROS, type PostbackMacro } from '@partnerdesk/contracts';
import { isPrivateHost, PRIVATE_ADDRESS } from '@partnerdesk/node';
import { domainConfig } from '../../platform';

const MACRO = /\{([^{}]*)\}/g;

/**
 * Why an address can't be called (docs/RULES.md, Postbacks). That its name leads to no private network is made sure of with
 * each call: names change where they lead.
 */
export function addressProblem(address: string): string | undefined {
  if (address.length > MAX_POSTBACK_ADDRESS)
    return `The address has more than ${MAX_POSTBACK_ADDRESS} characters`;
  const unknown = [...address.matchAll(MACRO)].find(([, name = '']) => !isMacro(name));
  if (unknown) return `There is no macro ${unknown[0]}`;
  const plain = address.replace(MACRO, 'x');
  if (/[{}]/.test(plain)) return 'A brace is not closed, or closes nothing';
  if (!URL.canParse(plain)) return 'This is not an address such as https://example.com/postback?id={id}';
  // However the host is set off: `https:host` and backslashes are read as `https://host`.
  const isOneHost = new URL(plain).host === new URL(address.replace(MACRO, 'y')).host;
  return urlProblem(new URL(plain)) ?? (isOneHost ? undefined : MACRO_TEXT);
}

/** Of an address without macros, such as the aim of a redirect. */
export function urlProblem(url: URL): string | undefined {
  const isLocal = domainConfig().localPostbacks;
  const schemes = isLocal ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol)) return 'The address must start with https://';
  if (url.username || url.password) return 'The address must not have a user name or password';
  return !isLocal && isPrivateHost(url.hostname) ? PRIVATE_ADDRESS : undefined;
}

const MACRO_TEXT = 'Macros may stand in the path and the query only';

const isMacro = (name: string): name is PostbackMacro => Object.hasOwn(POSTBACK_MACROS, name);

export const fillAddress = (address: string, values: Record<PostbackMacro, string>): string =>
  address.replace(MACRO, (_, name: PostbackMacro) => encodeURIComponent(values[name]));
