import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { PRIVATE_ADDRESS } from '@partnerdesk/node';

/** The address, or one of those that a name leads to, is of this machine, a private network or reserved. */
export class PrivateAddress extends Error {
  constructor() {
    super(PRIVATE_ADDRESS);
  }
}

/** Every address that a host name leads to at this moment. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

const lookupAll = promisify(lookup);
export const resolveName: Resolve = (name) => lookupAll(name, { all: true });

/** For a connection: looks a name up, and refuses it if any of its addresses is not allowed. */
export function publicOnly(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name)
      .then((found) => {
        if (!found.every(({ address }) => isAllowed(address))) throw new PrivateAddress();
        const [first] = found;
        if (!first) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
        if (all) callback(null, found);
        else callback(null, first.address, first.family);
      })
      .catch((error: Error) => callback(error, '', 0));
  };
}
