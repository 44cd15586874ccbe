import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { derivedKey, plainModel, upsert } from '../../platform';

/** 90 days (s). */
export const KEPT_S = 90 * 86_400;

/** Where an affiliate registered or signed in: a keyed hash of the network or of the device, never an address. */
export interface FraudTrace {
  _id: string;
  affID: number;
  act: 'sign-in' | 'registration';
  hash: string;
  of: 'network' | 'device';
  at: Date;
}

export const FraudTraceModel = plainModel<FraudTrace>('FraudTrace', 'fraudTraces', String, [
  [{ hash: 1 }],
  [{ affID: 1 }],
  [{ at: 1 }, { expireAfterSeconds: KEPT_S }],
]);

/** Under a key of the year: nothing can be compared across its end. */
const hash = (text: string) =>
  createHmac('sha256', derivedKey(`networks ${new Date().toISOString().slice(0, 4)}`).key)
    .update(text)
    .digest('base64url')
    .slice(0, 22);

/** By which visitors of one network are found: the first 24 bits of an IPv4 address, 48 of an IPv6 one. */
export const networkHashOf = (address: string): string => hash(`network ${prefixOf(address)}`);

function prefixOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '').toLowerCase();
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')]
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** @param devices names of the accounts that signed in on this device (docs/RULES.md, Fraud signals) */
export async function traceVisit(
  affID: number,
  act: FraudTrace['act'],
  { address, devices }: { address: string; devices: readonly string[] },
): Promise<void> {
  const marks = [
    { of: 'network' as const, hash: networkHashOf(address) },
    ...devices.map((name) => ({ of: 'device' as const, hash: hash(`device ${name}`) })),
  ];
  for (const { of, hash } of marks) {
    const trace = { affID, act, hash, of, at: new Date() };
    await upsert(FraudTraceModel, { _id: `${affID}:${act}:${hash}` }, { $set: trace });
  }
}

export async function ownNetworks(affID: number): Promise<Set<string>> {
  const traces = await FraudTraceModel.find({ affID, of: 'network' }, { hash: 1 }).lean<FraudTrace[]>();
  return new Set(traces.map(({ hash }) => hash));
}
