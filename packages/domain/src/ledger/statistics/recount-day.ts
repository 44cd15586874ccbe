import type { BusinessDay } from '@partnerdesk/contracts';
import { addNumbers, getOrMake, slicesOf } from '../../platform';
import { countEvent, type Figures, saleFiguresOf } from '../figures';
import { readHead } from '../journal-turn';
import { entryIDOf, eventOf, payeeKeyOf } from '../keys';
import { EntryModel, EventModel, type LedgerEntry, type StoredEvent } from '../ledger.models';

/** Events that are in memory at once. */
const STEP = 2000;

/** A day's figures counted from its applied events and their entries. What is counted stays: counting again costs little. */
export class DayRecount {
  /** Payee (`site:0`, `staff:3`, `affiliate:12`), or what keyOf makes of it → what the ledger itself gives for the day. */
  readonly figures = new Map<string, Figures>();
  private readonly counted = new Set<string>();

  /** @param keyOf under which key a payee's event counts, by its instant; undefined: under none */
  constructor(
    readonly day: BusinessDay,
    private readonly keyOf: (payee: string, at: Date) => string | undefined = (payee) => payee,
  ) {}

  /** Counts what is not counted yet. Events of a record that is being written wait: one may be there before its entry. */
  async catchUp(): Promise<void> {
    const { value: through } = await readHead();
    const found = await EventModel.find({ day: this.day, state: 'applied' }, { seq: 1, settledBy: 1 }).lean();
    const all = found.filter(({ seq = 0, settledBy = 0 }) => Math.max(seq, settledBy) <= through);
    let fresh = all.map(({ _id }) => _id).filter((id) => !this.counted.has(id));
    if (all.length - fresh.length !== this.counted.size) {
      // Some that were counted are gone: the database shows another state.
      this.figures.clear();
      this.counted.clear();
      fresh = all.map(({ _id }) => _id);
    }
    for (const ids of slicesOf(fresh, STEP)) await this.count(ids);
  }

  private async count(ids: string[]): Promise<void> {
    const [events, entries] = await Promise.all([
      EventModel.find({ _id: { $in: ids } }).lean<StoredEvent[]>(),
      EntryModel.find({
        _id: { $in: ids.map(entryIDOf.event) },
        type: { $in: ['sale', 'refund'] },
      }).lean<LedgerEntry[]>(),
    ]);
    for (const stored of events) {
      const { site, staffID, staff } = countEvent(eventOf(stored));
      this.add(stored.at, payeeKeyOf('site', 0), site);
      if (staffID !== undefined && staff) this.add(stored.at, payeeKeyOf('staff', staffID), staff);
    }
    for (const entry of entries) {
      this.add(entry.at, payeeKeyOf('site', 0), { payoutCents: entry.payoutCents });
      this.add(entry.at, entry.payee, saleFiguresOf(entry));
    }
    for (const id of ids) this.counted.add(id);
  }

  private add(at: Date, payee: string, figures: Figures): void {
    const key = this.keyOf(payee, at);
    if (key === undefined) return;
    addNumbers(
      getOrMake(this.figures, key, () => ({})),
      figures,
    );
  }
}
