import { getField, itemsOf, numberOf, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail, MongoError } from '../errors';
import { MORE } from '../store/store';
import type { Command } from './command';

/** What the statements of a write command have come to. */
export interface Outcome {
  n: number;
  nModified: number;
  /** As they stand in the reply. */
  upserted: (Val | Buffer)[];
  writeErrors: (Val | Buffer)[];
}

/** Prepares a statement: what does it, in parts as long as that returns MORE, and adds what came of it to the outcome. */
export type Statement = (i: number) => (outcome: Outcome) => typeof MORE | undefined;

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
  /** The statement that has done a part. */
  private begun: ReturnType<Statement> | undefined;

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
    if (this.next < this.total && !this.stopped) await engine.store.write(() => this.step());
    return this.reply();
  }

  /** As many statements as fit into a turn. */
  private step(): typeof MORE | undefined {
    const end = performance.now() + STEP_MS;
    const from = this.next;
    let more = true;
    while (more && performance.now() < end) {
      try {
        this.begun ??= this.statement(this.next);
        if (this.begun(this.outcome) === MORE) break;
      } catch (error) {
        this.refused(error);
      }
      this.begun = undefined;
      this.next++;
      more = this.next < this.total && !this.stopped;
    }
    if (this.next > from) this.save();
    return more ? MORE : undefined;
  }

  /** The error of a statement becomes a write error and, if the order counts, the end. */
  private refused(error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    const { code, message, extra } = error;
    // Without its name, which a server gives only where the whole command fails.
    this.outcome.writeErrors.push(encodeDoc({ index: this.next, code, errmsg: message, ...extra }));
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
