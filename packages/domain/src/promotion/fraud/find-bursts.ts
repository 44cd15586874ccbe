import { addDays } from '@partnerdesk/contracts';
import { type Attribution, AttributionModel, catchUpLedger, EventModel } from '../../ledger';
import { CounterModel, pushTo, today, upsert } from '../../platform';
import { fraudThreshold } from './fraud-rules';
import { ownNetworks } from './fraud-traces';
import { type FoundSignal, storeSignals } from './store-signals';

const HOUR_MS = 3_600_000;
/** Joins that one call looks at. */
const MAX_JOINS = 20_000;

/** Clicks on an affiliate's links within one hour. */
export interface NetworkClicks {
  affID: number;
  /** networkHashOf. */
  network: string;
  clicks: number;
}

const hourName = (hour: number) => `${new Date(hour * HOUR_MS).toISOString().slice(0, 13)}:00 UTC`;
const markOf = (hour: number) => `fraud:hour:${hour}`;

/**
 * Finds bursts of joins since the beginning of the last hour (docs/RULES.md, Fraud signals), those of days long past, as an
 * import brings them, left out. Safe to repeat and to race with itself. @returns the affiliates with joins since then
 */
export async function findJoinBursts(now = Date.now()): Promise<Set<number>> {
  const head = await catchUpLedger();
  const hour = Math.floor(now / HOUR_MS);
  await upsert(CounterModel, { _id: markOf(hour) }, { $setOnInsert: { value: head } });
  const [before, current] = await Promise.all(
    [hour - 1, hour].map((each) => CounterModel.findById(markOf(each)).lean()),
  );
  await CounterModel.deleteOne({ _id: markOf(hour - 2) });
  const seq = { $gt: before?.value ?? current?.value ?? head, $lte: head };
  const joins = await AttributionModel.find({ seq, affID: { $gt: 0 } }, { affID: 1 })
    .limit(MAX_JOINS)
    .lean<Attribution[]>();
  const members = new Map<number, number[]>();
  for (const { affID, _id } of joins) pushTo(members, affID, _id);
  const threshold = fraudThreshold('join-burst');
  if (threshold === undefined) return new Set(members.keys());
  const found: FoundSignal[] = [];
  for (const [affID, joined] of members) {
    if (joined.length < threshold) continue;
    const recent = await EventModel.countDocuments({
      day: { $gte: addDays(today(), -1) },
      type: 'member.joined',
      'body.memberID': { $in: joined },
    });
    if (recent < threshold) continue;
    const reason = `${recent} members joined within two hours, about ${hourName(hour)}`;
    found.push({ affID, rule: 'join-burst', about: String(hour), reason });
  }
  await storeSignals(found);
  return new Set(members.keys());
}

/** @param joined the affiliates whom members joined since (docs/RULES.md, Fraud signals) */
export async function judgeClicks(
  hour: number,
  counts: readonly NetworkClicks[],
  joined: ReadonlySet<number>,
): Promise<void> {
  const burst = fraudThreshold('click-burst');
  const own = fraudThreshold('own-sign-ups');
  const found: FoundSignal[] = [];
  const networks = new Map<number, Set<string>>();
  for (const { affID, network, clicks } of counts) {
    if (burst !== undefined && clicks >= burst) {
      const reason = `${clicks} clicks came from one network within the hour of ${hourName(hour)}`;
      found.push({ affID, rule: 'click-burst', about: `${hour}:${network}`, reason });
    }
    if (own === undefined || !joined.has(affID)) continue;
    const theirs = networks.get(affID) ?? (await ownNetworks(affID));
    networks.set(affID, theirs);
    if (!theirs.has(network)) continue;
    const reason = `The link was followed from a network where the affiliate signs in, and members joined, about ${hourName(hour)}`;
    found.push({ affID, rule: 'own-sign-ups', about: `clicks:${hour}`, reason });
  }
  await storeSignals(found);
}
