import { getField, itemsOf, numberOf, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail, MongoError } from '../errors';
import { MORE } from '../store/store';
import type { Command } from './command';
import type { Changes, Mutation } from './mutation';

/** What the statements of a write command have come to. */
export interface Outcome {
  n: number;
  nModified: number;
  /** As they stand in the reply. */
  upserted: (Val | Buffer)[];
  writeErrors: (Val | Buffer)[];
}

type Report = (changes: Changes) => void;
/** Runs a mutation: right away if it is small, or later in turns ('slow'). */
type Way = (mutation: Mutation, report: Report) => 'done' | 'slow';
export type Statement = (i: number, outcome: Outcome, way: Way) => 'done' | 'slow';

/** How long the statements of one command go on before those of others get their turn, ms. */
const STEP_MS = 3;

/**
 * The statements of one insert, update or delete command, in order. Many share a transaction; with a retryable write each
 * transaction also stores how far it got, so that a repeated command goes on from there.
 */
export class Statements {
  private next = 0;
  private outcome: Outcome = { n: 0, nModified: 0, upserted: [], writeErrors: [] };
  private readonly ordered: boolean;
  private stopped = false;
  private slow: { mutation: Mutation; report: Report } | undefined;

  private constructor(
    private readonly command: Command,
    private readonly total: number,
    private readonly statement: Statement,
  ) {
    this.ordered = command.flag('ordered', true);
  }

  static run(command: Command, total: number, statement: Statement): Promise<object> {
    if (total < 1 || total > 100_000)
      fail('InvalidLength', `Write batch sizes must be between 1 and 100000. Got ${total} operations.`);
    const statements = new Statements(command, total, statement);
    return retryable(command, () => statements.finish());
  }

  private async finish(): Promise<object> {
    const { engine } = this.command;
    const write = retryId(this.command);
    const before = write && engine.sessions.find(write.lsid, write.txnNumber);
    if (before) {
      this.next = before.next;
      this.outcome = decode(before.state);
      this.stopped = this.ordered && this.outcome.writeErrors.length > 0;
    }
    while (this.next < this.total && !this.stopped) {
      await engine.store.write(() => this.step());
      if (this.slow) await this.goSlow(this.slow.mutation, this.slow.report);
    }
    return this.reply();
  }

  /** As many statements as fit into a turn. */
  private step(): typeof MORE | undefined {
    const end = performance.now() + STEP_MS;
    this.slow = undefined;
    const way: Way = (mutation, report) => {
      const changes = mutation.attempt();
      if (changes) report(changes);
      else this.slow = { mutation, report };
      return changes ? 'done' : 'slow';
    };
    while (this.next < this.total && !this.stopped) {
      try {
        if (this.statement(this.next, this.outcome, way) === 'slow') break;
      } catch (error) {
        this.refused(error);
      }
      this.next++;
      if (performance.now() > end) break;
    }
    this.save();
    return this.next < this.total && !this.stopped && !this.slow ? MORE : undefined;
  }

  /** The error of a statement becomes a write error and, if the order counts, the end. */
  private refused(error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    const { code, codeName, message, extra } = error;
    this.outcome.writeErrors.push(encodeDoc({ index: this.next, code, codeName, errmsg: message, ...extra }));
    this.stopped = this.ordered;
  }

  private save(): void {
    const write = retryId(this.command);
    if (write)
      this.command.engine.sessions.save(write.lsid, write.txnNumber, () => ({
        next: this.next,
        state: encodeDoc(this.outcome),
      }));
  }

  /** A statement that has to look at many documents: finds them in turns with others, then changes them in steps. */
  private async goSlow(mutation: Mutation, report: Report): Promise<void> {
    const { store } = this.command.engine;
    try {
      const changes = await runSlow(this.command, mutation, (last) => {
        report(last);
        this.next++;
        this.save();
      });
      if (!changes.saved) {
        report(changes.total);
        this.next++;
      }
    } catch (error) {
      this.refused(error);
      this.next++;
      await store.write(() => this.save());
    }
  }

  private reply(): object {
    const { n, nModified, upserted, writeErrors } = this.outcome;
    return {
      n,
      ...(this.command.name === 'update' && { nModified }),
      ...(upserted.length > 0 && { upserted }),
      ...(writeErrors.length > 0 && { writeErrors }),
      ok: 1,
    };
  }
}

/**
 * Runs a mutation that must look at many documents. `within` is called in the step that changes a single one, before it is
 * committed; of a multi mutation it isn't (those are not retryable), and the total counts.
 */
export async function runSlow(
  command: Command,
  mutation: Mutation,
  within: (changes: Changes) => void,
): Promise<{ total: Changes; saved: boolean }> {
  const { store } = command.engine;
  const total: Changes = { matched: 0, modified: 0 };
  for (let tries = 0; tries < 3; tries++) {
    // From a step of its own: whatever that has counted is on disk, and seen by the look that follows.
    const mark = await store.write(() => mutation.mark());
    const ids = await mutation.candidates();
    if (mutation.multi && ids.length > 0) {
      let i = 0;
      await store.write(() => {
        const end = performance.now() + STEP_MS;
        do {
          const { matched, modified } = mutation.changeCandidate(ids[i++]!);
          total.matched += matched;
          total.modified += modified;
        } while (i < ids.length && performance.now() < end);
        return i < ids.length ? MORE : undefined;
      });
      return { total, saved: false };
    }
    const changes = await store.write(() => {
      const changed = ids.length > 0 ? mutation.changeCandidate(ids[0]!) : mutation.withoutMatch(mark);
      if (!changed || (ids.length > 0 && changed.matched === 0)) return undefined;
      within(changed);
      return changed;
    });
    if (changes) return { total: changes, saved: true };
  }
  // Always changed under our hands: decided within one step.
  const changes = await store.write(() => {
    const changed = mutation.attempt(Number.POSITIVE_INFINITY)!;
    within(changed);
    return changed;
  });
  return { total: changes, saved: true };
}

/** The session and number of a retryable write. */
export function retryId(command: Command): { lsid: Val; txnNumber: bigint } | undefined {
  const lsid = command.doc('lsid');
  const txnNumber = command.long('txnNumber');
  return lsid && txnNumber !== undefined ? { lsid, txnNumber } : undefined;
}

/** Runs a write in the turn of its session, if it is a retryable one. */
export function retryable<R>(command: Command, work: () => Promise<R>): Promise<R> {
  const write = retryId(command);
  return write ? command.engine.sessions.inTurn(write.lsid, work) : work();
}

const decode = (state: Buffer): Outcome => ({
  n: numberOf(getField(state, 'n')!),
  nModified: numberOf(getField(state, 'nModified')!),
  upserted: itemsOf(getField(state, 'upserted')!),
  writeErrors: itemsOf(getField(state, 'writeErrors')!),
});
