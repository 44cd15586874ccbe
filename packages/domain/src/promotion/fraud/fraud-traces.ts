import { ignoreDuplicates } from '../../platform';
import { type FraudTrace, FraudTraceModel } from './fraud.models';
import { deviceHashOf, networkHashOf } from './network-hash';

/**
 * Notes where an affiliate registered or signed in (docs/RULES.md, Fraud signals).
 * @param devices what this device keeps: names of the accounts that signed in on it
 */
export async function traceVisit(
  affID: number,
  act: FraudTrace['act'],
  { address, devices }: { address: string; devices: readonly string[] },
): Promise<void> {
  const marks = [
    { of: 'network' as const, hash: networkHashOf(address) },
    ...devices.map((name) => ({ of: 'device' as const, hash: deviceHashOf(name) })),
  ];
  for (const { of, hash } of marks) {
    const trace = { affID, act, hash, of };
    await ignoreDuplicates(
      FraudTraceModel.updateOne(
        { _id: `${affID}:${act}:${hash}` },
        { $set: { ...trace, at: new Date() } },
        { upsert: true },
      ).exec(),
    );
  }
}

/** The networks from which an affiliate signed in or registered. */
export async function ownNetworks(affID: number): Promise<Set<string>> {
  const traces = await FraudTraceModel.find({ affID, of: 'network' }, { hash: 1 }).lean<FraudTrace[]>();
  return new Set(traces.map(({ hash }) => hash));
}
