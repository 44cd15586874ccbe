import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What people read of an address that is not called. */
export const PRIVATE_ADDRESS = 'The address leads to a private network';

/** Whether an IP address is one of the internet at large: not of this machine, link-local, private or reserved. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** Whether a URL's host is an IP address that is not public, or this machine by its name, before any look-up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host);
}
