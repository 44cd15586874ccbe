import { findJoinBursts, judgeClicks } from '@partnerdesk/domain';
import { type ClickNetworks, hourOf } from '@partnerdesk/queues';
import type { Sweep } from './sweeps';

/** Finds bursts of joins, and of clicks from one network, of this hour and the last (docs/RULES.md, Fraud signals). */
export function bursts(networks: ClickNetworks): Sweep {
  return { name: 'bursts', everyMs: 300_000, run: () => findBursts(networks) };
}

export async function findBursts(networks: ClickNetworks): Promise<void> {
  const joined = await findJoinBursts();
  const hour = hourOf(Date.now());
  for (const each of [hour - 1, hour])
    for await (const counts of networks.read(each)) await judgeClicks(each, counts, joined);
}
