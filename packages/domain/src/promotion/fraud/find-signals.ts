import {
  addDays,
  type BusinessDay,
  FRAUD_RULES,
  type FraudRule,
  PAYROLLS,
  type PaidKind,
  payrollTypeOf,
} from '@partnerdesk/contracts';
import { isDisposableEmail } from 'disposable-email-domains-js';
import { type Affiliate, AffiliateModel, sharedAccounts } from '../../accounts';
import {
  type Attribution,
  AttributionModel,
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  EventModel,
  payeeKeyOf,
} from '../../ledger';
import { addNumbers, CounterModel, domainConfig, pushTo, today, upsert } from '../../platform';
import { type FoundSignal, storeSignals } from './fraud-signals';
import { type FraudTrace, FraudTraceModel, ownNetworks } from './fraud-traces';

/** Where the settings name none (docs/RULES.md, Fraud signals); 0: the rule has none. */
const DEFAULTS: Record<FraudRule, number> = {
  'own-sign-ups': 1,
  'click-burst': 200,
  'join-burst': 30,
  'refund-rate': 3,
  'shared-account': 0,
  'disposable-mail': 0,
};

/** Of a list such as `click-burst:500`, `refund-rate`. @throws Error for an unknown rule or a threshold that is no number above 0 */
export function readFraudRules(list: readonly string[]): ReadonlyMap<FraudRule, number> {
  return new Map(
    list.map((text) => {
      const [name = '', number] = text.split(':');
      const rule = FRAUD_RULES.find((each) => each === name);
      if (!rule) throw new Error(`FRAUD_RULES has no rule ${name}`);
      const threshold = number === undefined ? DEFAULTS[rule] : Number(number);
      if (number !== undefined && !(threshold > 0)) throw new Error(`FRAUD_RULES: ${text} is no threshold`);
      return [rule, threshold];
    }),
  );
}

/** undefined while the rule is switched off. */
function fraudThreshold(rule: FraudRule): number | undefined {
  return readFraudRules(domainConfig().fraudRules ?? FRAUD_RULES).get(rule);
}

const STEP = 100;
const CURSOR = 'fraud:affID';
/** Days whose refunds are compared, and sales that an affiliate needs in them. */
const REFUND_DAYS = 90;
const REFUND_MIN_SALES = 20;
const MAX_OTHERS = 20;

const FIELDS = { affID: 1, emailAddress: 1, achKey: 1, payPalKey: 1 } as const;
type Compared = Pick<Affiliate, keyof typeof FIELDS>;

/**
 * Looks at the next affiliates, in rotation (docs/RULES.md, Fraud signals). Safe to repeat, to race with itself and to kill:
 * what is found again is the same signal. @returns how many affiliates were looked at
 */
export async function findFraudSignals(): Promise<number> {
  const after = (await CounterModel.findById(CURSOR).lean())?.value ?? 0;
  const affiliates = await AffiliateModel.find({ affID: { $gt: after } }, { ...FIELDS, _id: 0 })
    .sort({ affID: 1 })
    .limit(STEP)
    .lean<Compared[]>();
  const program = await refundsOf('site', 0);
  for (const affiliate of affiliates) {
    const found = await Promise.all([
      disposableMail(affiliate),
      sharedAccount(affiliate),
      ownSignUps(affiliate),
      refundRate(affiliate, program),
    ]);
    await storeSignals(found.flat());
  }
  const value = affiliates.length < STEP ? 0 : (affiliates.at(-1)?.affID ?? 0);
  await upsert(CounterModel, { _id: CURSOR }, { $set: { value } });
  return affiliates.length;
}

function disposableMail({ affID, emailAddress }: Compared): FoundSignal[] {
  if (fraudThreshold('disposable-mail') === undefined || !isDisposableEmail(emailAddress)) return [];
  const domain = emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase();
  const reason = `The email is of ${domain}, which gives out disposable addresses`;
  return [{ affID, rule: 'disposable-mail', about: domain, reason }];
}

async function sharedAccount({ affID, ...keys }: Compared): Promise<FoundSignal[]> {
  if (fraudThreshold('shared-account') === undefined || !(keys.achKey || keys.payPalKey)) return [];
  const others = await sharedAccounts('affiliate', affID, keys);
  return others.slice(0, MAX_OTHERS).map(({ kind, id, same }) => ({
    affID,
    rule: 'shared-account',
    about: `${kind}:${id}`,
    reason: `${PAYROLLS[payrollTypeOf(kind)].person} ${id} is paid to the same ${same === 'account' ? 'bank account' : 'PayPal ID'}`,
  }));
}

/** Other accounts of the same person: what was registered where this affiliate signs in, or the other way round. */
async function ownSignUps({ affID }: Compared): Promise<FoundSignal[]> {
  const threshold = fraudThreshold('own-sign-ups');
  if (threshold === undefined) return [];
  const own = await FraudTraceModel.find({ affID }).sort({ at: -1 }).limit(500).lean<FraudTrace[]>();
  const registered = new Set(own.flatMap(({ act, hash }) => (act === 'registration' ? [hash] : [])));
  const others = await FraudTraceModel.find({
    hash: { $in: own.map(({ hash }) => hash) },
    affID: { $ne: affID },
  })
    .sort({ at: -1 })
    .limit(500)
    .lean<FraudTrace[]>();
  const places = new Map<number, string>();
  for (const { affID: other, act, hash, of } of others) {
    // Many people sign in from one network: that one of them registered there counts.
    if (of === 'network' && act !== 'registration' && !registered.has(hash)) continue;
    if (of === 'device' || !places.has(other)) places.set(other, of);
  }
  if (places.size < threshold) return [];
  return [...places].slice(0, MAX_OTHERS).map(([other, of]) => ({
    affID,
    rule: 'own-sign-ups',
    about: `affiliate:${other}`,
    reason: `Affiliate ${other} registered or signed in on the same ${of}`,
  }));
}

async function refundsOf(kind: PaidKind | 'site', id: number) {
  await catchUpLedger();
  const payee = payeeKeyOf(kind, id);
  const through = today();
  const from: BusinessDay = addDays(through, 1 - REFUND_DAYS);
  const days = await DayTotalModel.find(
    { _id: { $gte: dayKeyOf(payee, from), $lte: dayKeyOf(payee, through) } },
    { salesCount: 1, refundsCount: 1 },
  ).lean<{ salesCount?: number; refundsCount?: number }[]>();
  const counts = { salesCount: 0, refundsCount: 0 };
  for (const { salesCount = 0, refundsCount = 0 } of days) addNumbers(counts, { salesCount, refundsCount });
  return { sales: counts.salesCount, refunds: counts.refundsCount };
}

async function refundRate({ affID }: Compared, program: Awaited<ReturnType<typeof refundsOf>>) {
  const factor = fraudThreshold('refund-rate');
  if (factor === undefined || program.sales === 0) return [];
  const own = await refundsOf('affiliate', affID);
  const usual = program.refunds / program.sales;
  const rate = own.refunds / Math.max(1, own.sales);
  // In whole numbers as far as possible: at the threshold itself it counts.
  const isHigh = own.refunds * program.sales >= factor * program.refunds * own.sales;
  if (own.sales < REFUND_MIN_SALES || own.refunds === 0 || !isHigh) return [];
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const reason = `${percent(rate)} of ${own.sales} sales in ${REFUND_DAYS} days were refunded, ${percent(usual)} in the program`;
  const about = today().slice(0, 7);
  return [{ affID, rule: 'refund-rate', about, reason }] satisfies FoundSignal[];
}

const HOUR_MS = 3_600_000;
/** Joins that one call looks at. */
const MAX_JOINS = 20_000;

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

/** Of clicks within one hour. @param joined the affiliates whom members joined since (docs/RULES.md, Fraud signals) */
export async function judgeClicks(
  hour: number,
  counts: readonly { affID: number; network: string; clicks: number }[],
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
