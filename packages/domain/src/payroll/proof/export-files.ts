import { type AccountKind, isPaidKind } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import {
  ACCOUNT_KIND_INFO,
  type PaymentChange,
  PaymentChangeModel,
  provenChange,
  SEALED_MODELS,
  type SealedKind,
  sealedParts,
} from '../../accounts';
import {
  AttributionModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  JournalModel,
  PayeeModel,
  SourceTotalModel,
} from '../../ledger';
import { type AnyModel, AuditModel, collectionOf, sealKeyID } from '../../platform';
import { LinkCursorModel, LinkDayModel } from '../../promotion';
import { ApprovalModel } from '../approval.model';
import {
  ExcludedPaymentModel,
  PayFileLineModel,
  PayFileModel,
  PayFileStepModel,
} from '../pay-files/pay-file.models';
import { PaymentMarkModel, PayrollModel, type PayrollRecord } from '../payroll.models';
import { isAccountAsExecuted } from '../payroll-record';
import { type ExecuteRow, PayrollRunModel, PayrollRunPageModel } from '../payroll-run.model';

type Document = mongo.BSON.Document;

/** One file of an export. */
export interface LedgerFile {
  name: string;
  /** Fields whose sums the manifest has. */
  sums?: readonly string[];
  documents(): AsyncGenerator<Document>;
}

const BATCH = 2000;

async function* read(model: AnyModel, filter: object, leave: object = {}): AsyncGenerator<Document> {
  const options = { projection: leave, batchSize: BATCH };
  yield* collectionOf(model).find(filter, options).sort({ _id: 1 });
}

/**
 * What records change: read before the record of the export is chosen, so that none of it is newer. Each document says
 * by its `seq` (`changedBy` of pay files and approvals) which record wrote it last.
 */
export function exportedBefore(): LedgerFile[] {
  return [
    fileOf('dayTotals', DayTotalModel, ['postedCents', 'payoutCents']),
    fileOf('sourceTotals', SourceTotalModel, ['salesCents', 'payoutCents']),
    fileOf('counters', CounterModel, [], { _id: { $ne: 'journal' } }),
    fileOf('payees', PayeeModel),
    { name: 'refunds', sums: ['refundedCents'], documents: refunds },
    fileOf('payFiles', PayFileModel, ['amountCents']),
    fileOf('payFileLines', PayFileLineModel),
    fileOf('approvals', ApprovalModel, ['amountCents']),
    // The cursor before the days: what it says is counted is in them.
    fileOf('linkCursor', LinkCursorModel),
    { name: 'performances', documents: () => performances('affiliate') },
    { name: 'staffPerformances', documents: () => performances('staff') },
    { name: 'memberPerformances', documents: () => performances('member') },
    fileOf('linkDays', LinkDayModel),
    { name: 'runPages', documents: runPages },
    { name: 'sealed', documents: sealedRecords },
    { name: 'paymentChanges', documents: paymentChanges },
  ];
}

const fileOf = (name: string, model: AnyModel, sums: readonly string[] = [], filter = {}): LedgerFile => ({
  name,
  sums,
  documents: () => read(model, filter),
});

/** Whom executions paid, as the clerks' rows have it. */
async function* runPages(): AsyncGenerator<Document> {
  for await (const { _id: runID } of read(PayrollRunModel, { kind: 'execute' })) {
    for await (const { _id, rows } of read(PayrollRunPageModel, { runID: String(runID) }))
      yield { _id, runID, rows: (rows as ExecuteRow[]).map(paidRow) };
  }
}

function paidRow({ personID, outcome, payrollID, cents, startPeriod, endPeriod, paymentType }: ExecuteRow) {
  const isPaid = outcome === 'executed' || outcome === 'already';
  return { personID, ...(isPaid && { payrollID, cents, startPeriod, endPeriod, paymentType }) };
}

/** Of affiliates and staff who have days that count, and of members who bought something. */
async function* performances(kind: AccountKind): AsyncGenerator<Document> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const fields = { _id: 0, [idField]: 1, performance: 1 };
  const some = isPaidKind(kind)
    ? { 'performance.rollsOn': { $gt: '' } }
    : { 'performance.salesCount': { $gt: 0 } };
  for await (const record of read(model, some, fields))
    yield { _id: record[idField], performance: record.performance };
}

/** What is refunded of sales. */
async function* refunds(): AsyncGenerator<Document> {
  for await (const sale of read(EventModel, { type: 'sale', refundedCents: { $gt: 0 } })) {
    const { _id, refundedCents, refundedBy, settledBy, seq } = sale;
    yield { _id, refundedCents, seq: refundedBy ?? settledBy ?? seq };
  }
}

/** What a record writes for good, through `seq`, and the audit log through its line `audit`; documents of versions without record numbers are among it. */
export function exportedAfter(seq: number, audit: number): LedgerFile[] {
  const through = { seq: { $not: { $gt: seq } } };
  return [
    { name: 'journal', documents: () => read(JournalModel, { _id: { $lte: seq } }, { effects: 0 }) },
    { name: 'events', documents: () => events(seq) },
    fileOf('entries', EntryModel, ['amountCents', 'payoutCents'], through),
    fileOf('attributions', AttributionModel, [], through),
    { name: 'payrolls', sums: ['amountCents'], documents: () => payrolls(through) },
    fileOf('marks', PaymentMarkModel, [], through),
    fileOf('payFileSteps', PayFileStepModel, [], through),
    fileOf('excludedPayments', ExcludedPaymentModel, ['amountCents'], through),
    fileOf('auditLog', AuditModel, [], { seq: { $not: { $gt: audit } } }),
  ];
}

/**
 * Account numbers that were encrypted again since (keys:rotate) by the digest of what the journal recorded; the seal of
 * where the money goes is made again of what is stored.
 */
async function* payrolls(filter: object): AsyncGenerator<Document> {
  for await (const stored of read(PayrollModel, filter)) {
    const { achAccountNumberSha256, ...payroll } = stored;
    yield {
      ...payroll,
      ...(achAccountNumberSha256 && { achAccountNumberEncrypted: `sha256:${achAccountNumberSha256}` }),
      accountSeal: isAccountAsExecuted(stored as PayrollRecord) ? stored.accountSeal : 'of another account',
    };
  }
}

/** As record `seq` left them: what was released later waits. */
async function* events(seq: number): AsyncGenerator<Document> {
  const leave = { refundedCents: 0, refundedBy: 0 };
  for await (const event of read(EventModel, { seq: { $not: { $gt: seq } } }, leave)) {
    if (!(event.settledBy > seq)) yield event;
    else {
      const { _id, type, at, day, hash, body } = event;
      yield { _id, type, at, day, hash, body, seq: event.seq, state: 'waiting', settledLater: true };
    }
  }
}

/**
 * What decides who is paid what and where to, as it is in force, with its seals (docs/RULES.md, Proof "Seals"): account
 * numbers by keyed digests, under the key of the seal that they belong to.
 */
async function* sealedRecords(): AsyncGenerator<Document> {
  for (const [kind, { model, idField }] of Object.entries(SEALED_MODELS)) {
    const stored = collectionOf(model)
      .find({})
      .sort({ [idField]: 1 });
    for await (const record of stored) {
      const id = Number(record[idField]);
      const parts = sealedParts(kind as SealedKind, id, record).map(([part, values]) => [
        part,
        values(sealKeyID(String(record.seals?.[part] ?? ''))),
      ]);
      const { commission, seals, erasedAt } = record;
      const shown = kind === 'affiliate' && { commission };
      yield { _id: `${kind}:${id}`, ...shown, parts: Object.fromEntries(parts), seals, erasedAt };
    }
  }
}

/** The history of payment details, without the details. */
async function* paymentChanges(): AsyncGenerator<Document> {
  for await (const { seal, ...change } of PaymentChangeModel.find({})
    .sort({ _id: 1 })
    .lean<PaymentChange>()
    .cursor())
    yield { ...provenChange(change, sealKeyID(seal ?? '')), seal };
}
