import { DependencyError, metrics } from '@partnerdesk/node';
import type { Effects } from './effects';
import type { StateChanges } from './ingest-state';
import { linkToPlanOn, proofOf, rememberRecord } from './journal-chain';
import { journalTime } from './journal-clock';
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
import type { JournalHead, JournalRecord } from './ledger.models';

export interface Plan extends Pick<JournalRecord, 'note' | 'audits' | 'details'> {
  /** undefined: nothing to write. */
  effects: Effects | undefined;
  /** What it changes for those that are planned before it is applied; undefined: none may be. */
  changes?: StateChanges;
}

export interface PlanContext {
  at: Date;
  /** For tasks with `overlaps`: the changes of the last record, which may not be applied yet; undefined: all is applied. */
  before: StateChanges | undefined;
}

/** A change that waits for its record. */
export interface Task {
  /** Plans on the ledger as earlier records leave it. Only reads: it is called again if the number is taken, or after planLess. */
  plan(context: PlanContext): Promise<Plan>;
  /** Whether plan knows how to plan while the record before is still being applied. */
  overlaps?: boolean;
  /** Makes the next plan smaller. @returns false: it can't */
  planLess?(): boolean;
  /** The record is durable and applied, or there was nothing to write. */
  settle(): void;
  fail(error: unknown): void;
}

let attempts = 0;

interface TurnState {
  head: JournalHead;
  /** The task whose record is being planned or appended. */
  inHand?: Task;
  tasks: number;
  /** The turn is ended, or another process took it. */
  over: boolean;
  /** Whether the last record is applied, once it is, and its task answered; never rejects. */
  applying: Promise<boolean>;
  /** Of that record. */
  changes?: StateChanges | undefined;
}

/**
 * Appends the changes of this process to the journal, by turns with other processes. While a record is being applied the next
 * one may be planned; with others waiting a turn is one record, or two that overlap.
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
        continue;
      }
      try {
        await this.work(head);
      } catch {
        // The tasks have their answers; the turn that could not be ended is this process's next one, or another takes it.
        this.dirty = true;
      }
    } while (this.queue.length > 0);
    this.running = false;
  }

  /** Applies what a process that did not end its turn has left, this one included. */
  private async recover(head: JournalHead, takenOver: boolean): Promise<JournalHead> {
    if (!takenOver && !this.dirty) return head;
    const last = await applyRecordsAfter(head.value);
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
      const before = task.overlaps ? turn.changes : undefined;
      if (!before && !(await turn.applying)) {
        this.queue.unshift(task);
        return;
      }
      const at = journalTime(turn.head.at);
      const prev = await linkToPlanOn(turn.head.value);
      const { effects, changes, ...plan } = await task.plan({ at, before });
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
      const unproved = { _id, at, writer: `${PROCESS_ID}:${attempts}`, ...plan };
      const encoded = encodeEffects(effects);
      const proof = proofOf(unproved, effects, encoded.buffer, prev);
      const record: JournalRecord = { ...unproved, effects: encoded, ...proof };
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
        turn.changes = changes;
        turn.applying = this.apply(record, effects, task, turn);
      }
    } catch (error) {
      if (error instanceof RecordTooLarge && task.planLess?.()) this.queue.unshift(task);
      else task.fail(error);
    }
  }

  private async apply(record: JournalRecord, effects: Effects, task: Task, turn: TurnState) {
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

export const journalWriter = new JournalWriter();
