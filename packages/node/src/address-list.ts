import { BlockList, isIP } from 'node:net';

/** A list of addresses and networks, such as `10.0.0.0/8,192.0.2.7`; undefined when one of them is neither. */
export function readAddressList(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim())) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (!family || (bits !== undefined && !isPrefix(bits, family))) return undefined;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether a list has a network that no installation's proxies fill, such as all addresses: wider than 10.0.0.0/8 or fc00::/7. */
export function hasWideNetwork(text: string): boolean {
  return text.split(',').some((entry) => {
    const [address = '', bits] = entry.trim().split('/');
    return bits !== undefined && Number(bits) < (familyOf(address) === 'ipv4' ? 8 : 7);
  });
}

/** Whether an address is in a list; one of IPv4 also in its form of IPv6. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  const family = familyOf(plain);
  return family !== undefined && list.check(plain, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

function isPrefix(bits: string, family: 'ipv4' | 'ipv6'): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128);
}
