import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What people read of an address that is not called. */
export const PRIVATE_ADDRESS = 'The address leads to a private network';

/** Answers inside a cloud's machines only, with keys of theirs, though its address looks public (Azure's wire server). */
const OF_A_CLOUD = new Set(['168.63.129.16']);
/** What IPv6 gives out at large; `::127.0.0.1` and others outside lead into this machine or network. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the internet at large: not of this machine, link-local, private or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast' || OF_A_CLOUD.has(ip.toString())) return false;
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6);
}

/** Whether a URL's host is an IP address that is not public, or this machine by its name, before any look-up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host);
}
