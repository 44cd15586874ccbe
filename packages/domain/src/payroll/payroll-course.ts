import { type ApprovalState, actorName, type PayFileFormat, type PayrollType } from '@partnerdesk/contracts';
import { ApprovalModel, type ApprovalRecord } from './approval.model';
import type { PayFileRecord } from './pay-files/pay-file.models';
import type { PaymentStatus } from './pay-files/pay-file-state';
import type { EndDates, PaymentRow } from './payroll-progress';

/** Requests that are looked through for those of one payroll. */
const LATEST_REQUESTS = 50;
/** Marks of one person within so long of each other are one event: they are recorded in several steps. */
const ONE_ACT_MS = 60_000;
/** Events of one payroll that are returned; the oldest are left out. */
const MAX_EVENTS = 100;

/** Something that somebody did to a payroll, as the ledger has it. */
export interface PayrollEvent {
  step:
    | Exclude<ApprovalState, 'waiting'>
    | 'requested'
    | 'file-made'
    | 'file-downloaded'
    | 'file-discarded'
    | 'paid'
    | 'returned';
  at: Date;
  by: string;
  count?: number;
  cents?: number;
  approvalID?: number;
  payFileID?: number;
  format?: PayFileFormat;
  reason?: string;
}

type Acted = PayrollEvent & { count: number; cents: number; until: number };

/** Puts together who did what to a payroll, from its payments, their marks, its files and its requests. */
export class CourseBuilder {
  readonly #events: PayrollEvent[] = [];
  readonly #acts = new Map<string, Acted[]>();

  addPayment(payment: PaymentRow, { mark }: PaymentStatus): void {
    const { _id, createdAt, createdBy, approvedBy, runID = '', amountCents } = payment;
    const by = approvedBy ? `${createdBy}, approved by ${approvedBy}` : createdBy;
    this.#act(`executed ${runID} ${by}`, { step: 'executed', at: createdAt, by }, amountCents, runID !== '');
    if (!mark || mark.state === 'executed' || mark.payrollID !== _id) return;
    const { state: step, at, by: who, reason } = mark;
    const event = { step, at, by: who, ...(step === 'returned' && reason && { reason }) };
    this.#act(`${step} ${who} ${event.reason ?? ''}`, event, amountCents);
  }

  addFile(file: PayFileRecord): void {
    const { _id: payFileID, format, lines: count, amountCents: cents } = file;
    const of = { payFileID, format, count, cents };
    const add = (step: PayrollEvent['step'], at: Date | undefined, by = '') =>
      at && this.#events.push({ step, at, by, ...of });
    if (file.state === 'building') return;
    if (!file.failure) add('file-made', file.createdAt, file.createdBy);
    add('file-downloaded', file.downloadedAt, file.downloadedBy);
    add('file-discarded', file.discardedAt, file.discardedBy);
  }

  async addRequests(payrollType: PayrollType, { after, through }: EndDates): Promise<void> {
    const requests = await ApprovalModel.find({})
      .sort({ _id: -1 })
      .limit(LATEST_REQUESTS)
      .lean<ApprovalRecord[]>();
    for (const request of requests) {
      const { _id: approvalID, kind, endDate = '', rows: count, amountCents: cents, decidedAt: at } = request;
      const isOwn = kind === 'execution' && request.payrollType === payrollType;
      if (!isOwn || endDate <= after || endDate > through) continue;
      const of = { approvalID, count, cents };
      this.#events.push({
        step: 'requested',
        at: request.preparedAt,
        by: actorName(request.preparedBy),
        ...of,
      });
      if (!at || !request.decidedBy) continue;
      const step = request.state === 'declined' || request.state === 'expired' ? request.state : 'approved';
      const reason = request.declinedFor && { reason: request.declinedFor };
      this.#events.push({ step, at, by: actorName(request.decidedBy), ...of, ...reason });
    }
  }

  latestFirst(): PayrollEvent[] {
    const acts = [...this.#acts.values()].flat().map(({ until: _until, ...event }) => event);
    return [...this.#events, ...acts].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_EVENTS);
  }

  /** Joins a payment to the event that it belongs to. @param whole the key alone says so, however long it took */
  #act(key: string, event: PayrollEvent, amountCents: number, whole = false): void {
    const acts = this.#acts.get(key) ?? [];
    this.#acts.set(key, acts);
    const at = event.at.getTime();
    const own = acts.find(({ until }) => whole || Math.abs(until - at) <= ONE_ACT_MS);
    if (!own) {
      acts.push({ ...event, count: 1, cents: amountCents, until: at });
      return;
    }
    own.count += 1;
    own.cents += amountCents;
    own.until = Math.max(own.until, at);
  }
}
