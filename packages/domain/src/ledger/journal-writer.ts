import { DependencyError, metrics } from '@partnerdesk/node';
import type { AuditEntry } from '../platform';
import type { Effects } from './effects';
import type { StateChanges } from './ingest-state';
import type { JournalHead, JournalRecord } from './journal.model';
import { proofOf, type Unproved } from './journal-chain';
import { journalTime } from './journal-clock';
import { checkNewest, linkToPlanOn, rememberRecord } from './journal-memory';
import {
  applyRecord,
  applyRecordsAfter,
  dropAppliedEffects,
  dropEffects,
  encodeEffects,
  insertRecord,
  RecordTooLarge,
} from './journal-record';
import { acquireTurn, advanceHead, othersWait, PROCESS_ID, releaseTurn, renewTurn } from './journal-turn';

/** What a record will consist of. */
export interface Plan {
  /** undefined: nothing to write. */
  effects: Effects | undefined;
  note: string;
  /** Lines of the audit log that belong to the change. */
  audits?: AuditEntry[];
  /** Kept with the record for readers of the journal; plain data. */
  details?: object;
}

/** What a plan is made on. */
export interface PlanContext {
  /** The record's time. */
  at: Date;
  /** Resolves once every earlier record is applied; tasks without `overlaps` need not wait for it. */
  applied: Promise<unknown>;
  /** The task whose record is being applied at this moment, for those with `overlaps`. */
  applying?: Task;
}

/** A change that waits for its record. */
export interface Task {
  /**
   * Works out the record on the ledger as all earlier records leave it. It must only read: it is called again if its
   * number is taken, or after planLess.
   */
  plan(context: PlanContext): Promise<Plan>;
  /** Whether plan knows how to plan while the record before is still being applied. */
  overlaps?: boolean;
  /** Of a planned record that others may be planned upon before it is applied: what it changes for them. */
  changes?: StateChanges;
  /** Makes the next plan smaller. @returns false: it can't */
  planLess?(): boolean;
  /** The record is durable and applied, or there was nothing to write. */
  settle(): void;
  fail(error: unknown): void;
}

/** How often a turn that could not be ended is tried again; after that another process takes it. */
const MAX_FAILURES = 3;
let attempts = 0;

/** One turn at the journal: how far it is, and what of it is still under way. */
interface TurnState {
  head: JournalHead;
  /** The task whose record is being planned or appended. */
  inHand?: Task;
  /** Tasks of this turn. */
  tasks: number;
  /** The turn is ended, or another process took it. */
  over: boolean;
  /** Application of the last record, and the answer to its task. @returns whether it is applied; never rejects */
  applying: Promise<boolean>;
  /** The task of that record. */
  last?: Task;
}

/**
 * Appends the changes of this process to the journal, one record after the other, by turns with other processes
 * (journal-turn.ts). While a record is being applied the next one may be planned. With others waiting a turn is one
 * record, or two where they overlap.
 */
class JournalWriter {
  private readonly queue: Task[] = [];
  private running = false;
  /** Ends with the run under way, or the last one: after a failure that is later than its tasks. Never rejects. */
  underWay: Promise<void> = Promise.resolve();
  /** What this process appended may not be applied. */
  private dirty = false;

  add(task: Task): void {
    this.queue.push(task);
    if (this.running) return;
    this.running = true;
    this.underWay = this.run();
  }

  private async run(): Promise<void> {
    let failures = 0;
    do {
      const asked = this.queue.length;
      let head: JournalHead;
      try {
        const endWait = metrics.journalTurnWait.startTimer();
        const turn = await acquireTurn();
        endWait();
        head = await this.recover(turn.head, turn.takenOver);
      } catch (error) {
        this.dirty = true;
        // Without the database no waiting task can be served; another process will recover.
        for (const task of this.queue.splice(0, asked)) task.fail(error);
        if (this.queue.length === 0) break;
        continue;
      }
      try {
        await this.work(head);
      } catch {
        // The tasks have their answers; what is left to do is to end the turn.
        this.dirty = true;
        failures += 1;
      }
    } while (this.queue.length > 0 || (this.dirty && failures < MAX_FAILURES));
    this.running = false;
  }

  /** Applies what a process that did not end its turn has left, this one included. */
  private async recover(head: JournalHead, takenOver: boolean): Promise<JournalHead> {
    if (!takenOver && !this.dirty) return head;
    await checkNewest();
    const last = await applyRecordsAfter(head.value);
    if (last) await advanceHead(last.seq, last.at);
    const value = last?.seq ?? head.value;
    await dropAppliedEffects(value);
    this.dirty = false;
    return { ...head, value, at: last?.at ?? head.at };
  }

  private async work(head: JournalHead): Promise<void> {
    const turn: TurnState = { head, tasks: 0, over: false, applying: Promise.resolve(true) };
    const goesOn = () =>
      !turn.over && !this.dirty && this.queue.length > 0 && !(turn.tasks > 0 && othersWait(turn.head));
    while (goesOn()) {
      const task = this.queue.shift() as Task;
      turn.inHand = task;
      turn.tasks += 1;
      await this.perform(task, turn);
      turn.inHand = undefined;
    }
    await turn.applying;
    if (!turn.over && !this.dirty) await releaseTurn(turn.head, turn.head.value, turn.head.at);
  }

  /** Plans and appends a task's record, and begins to apply it. */
  private async perform(task: Task, turn: TurnState): Promise<void> {
    try {
      if (!task.overlaps && !(await turn.applying)) {
        this.queue.unshift(task);
        return;
      }
      const at = journalTime(turn.head.at);
      const prev = await linkToPlanOn(turn.head.value);
      const { effects, ...plan } = await task.plan({ at, applied: turn.applying, applying: turn.last });
      if (effects === undefined) {
        if (await turn.applying) task.settle();
        else this.queue.unshift(task);
        return;
      }
      if (this.dirty) {
        // The record before could not be applied, and this plan may have been made without it.
        this.queue.unshift(task);
        return;
      }
      attempts += 1;
      const _id = turn.head.value + 1;
      const record = recordOf({ _id, at, writer: `${PROCESS_ID}:${attempts}`, ...plan }, effects, prev);
      const appended = await insertRecord(record);
      metrics.journalAppends.inc({ outcome: appended ? 'appended' : 'contended' });
      const isApplied = await turn.applying;
      if (!appended) {
        // A record was appended meanwhile: this turn was taken for dead. Planned again on that record.
        this.dirty = true;
        this.queue.unshift(task);
      } else if (!isApplied) {
        task.fail(new DependencyError(`journal record ${_id}`, 'is appended and not applied yet'));
      } else {
        rememberRecord(_id, record.hash);
        turn.head = { ...turn.head, value: _id, at };
        turn.last = task;
        turn.applying = this.apply(record, effects, task, turn);
      }
    } catch (error) {
      if (error instanceof RecordTooLarge && task.planLess?.()) this.queue.unshift(task);
      else task.fail(error);
    }
  }

  private async apply(
    record: JournalRecord,
    effects: Effects,
    task: Task,
    turn: TurnState,
  ): Promise<boolean> {
    const { _id: seq, at } = record;
    try {
      await applyRecord(record, effects);
      const last = !turn.inHand && (this.queue.length === 0 || othersWait(turn.head));
      if (last) turn.over = true;
      const [kept] = await Promise.all([
        last ? releaseTurn(turn.head, seq, at) : renewTurn(seq, at),
        dropEffects(seq),
      ]);
      if (kept) turn.head = { ...turn.head, waiting: kept.waiting };
      else {
        turn.over = true;
        await advanceHead(seq, at);
      }
      task.settle();
      return true;
    } catch (error) {
      this.dirty = true;
      task.fail(error);
      return false;
    }
  }
}

/** The record as it is appended: its effects encoded, chained to the one before. @throws RecordTooLarge */
function recordOf(plain: Unproved, effects: Effects, prev: string): JournalRecord {
  const encoded = encodeEffects(effects);
  return { ...plain, effects: encoded, ...proofOf(plain, effects, encoded.buffer, prev) };
}

/** The writer of this process. */
export const journalWriter = new JournalWriter();
