import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AccountKind, AppError, isPaidKind } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import {
  ACCOUNT_KIND_INFO,
  finishForgottenChanges,
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
  journalDigest,
  PayeeModel,
  SourceTotalModel,
} from '../../ledger';
import {
  type AnyModel,
  AuditModel,
  auditDigest,
  type ChainDigest,
  canonicalJson,
  collectionOf,
  deliverForgotten,
  domainConfig,
  sealKeyID,
} from '../../platform';
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
import { type ExecuteRow, PayrollRunModel, PayrollRunPageModel } from '../payroll-runs';

/** What an export consists of; written last, so that one that was cut off has none. */
export interface ExportManifest {
  format: 1;
  timeZone: string;
  exportedAt: string;
  /** The record through which is exported; what records change is as one from `from` to `number` left it, and says which. */
  journal: { from: number; number: number; hash?: string };
  /** The last line of the audit log's chain, and its hash. What is sealed is as one of the lines from `from` on left it. */
  auditLog: ChainDigest & { from: number };
  files: Record<string, Awaited<ReturnType<typeof writeFileOf>>>;
}

const CHUNK = 2 ** 16;

/**
 * Writes the whole ledger through one record of the journal as NDJSON with a manifest, while the system runs (docs/RULES.md,
 * Proof). @param directory an empty one, or one that does not exist @param onProgress receives the number of lines so far
 * @throws AppError conflict: the directory is not empty
 */
export async function exportLedger(
  directory: string,
  onProgress: (lines: number) => void = () => {},
): Promise<ExportManifest> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new AppError('conflict', `${directory} is not empty`);
  const files: ExportManifest['files'] = {};
  let lines = 0;
  const writeAll = async (ledgerFiles: readonly LedgerFile[]) => {
    for (const file of ledgerFiles) {
      files[file.name] = await writeFileOf(directory, file, () => {
        lines += 1;
        if (lines % 1000 === 0) onProgress(lines);
      });
    }
  };
  const { number: from } = await journalDigest();
  // Their records are part of what the lines until now have changed.
  await finishForgottenChanges();
  const { number: firstLine } = await auditDigest();
  await writeAll(exportedBefore());
  const end = await journalDigest();
  await deliverForgotten(new Date());
  const auditLog = await auditDigest();
  await writeAll(exportedAfter(end.number, auditLog.number));
  const manifest: ExportManifest = {
    format: 1,
    timeZone: domainConfig().timeZone,
    exportedAt: new Date().toISOString(),
    journal: { from, ...end },
    auditLog: { ...auditLog, from: firstLine },
    files,
  };
  await writeFile(join(directory, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return manifest;
}

/** @returns its lines, the hash of the whole, hex, and sums of money in it, by field; cents */
async function writeFileOf(
  directory: string,
  { name, sums: fields = [], documents }: LedgerFile,
  onLine: () => void,
) {
  const hash = createHash('sha256');
  const sums = Object.fromEntries(fields.map((field) => [field, 0]));
  let lines = 0;
  const chunks = async function* (): AsyncGenerator<string> {
    let chunk = '';
    for await (const document of documents()) {
      chunk += `${canonicalJson(document)}\n`;
      lines += 1;
      for (const field of fields) sums[field] = (sums[field] ?? 0) + Number(document[field] ?? 0);
      onLine();
      if (chunk.length <= CHUNK) continue;
      hash.update(chunk);
      yield chunk;
      chunk = '';
    }
    hash.update(chunk);
    yield chunk;
  };
  await pipeline(chunks, createWriteStream(join(directory, `${name}.ndjson`), { mode: 0o600, flags: 'wx' }));
  return { lines, sha256: hash.digest('hex'), sums };
}

type Document = mongo.BSON.Document;

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

/** What records change, read before the record of the export is chosen; each document says which record wrote it last. */
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

async function* refunds(): AsyncGenerator<Document> {
  for await (const sale of read(EventModel, { type: 'sale', refundedCents: { $gt: 0 } })) {
    const { _id, refundedCents, refundedBy, settledBy, seq } = sale;
    yield { _id, refundedCents, seq: refundedBy ?? settledBy ?? seq };
  }
}

/** What records write for good, through `seq`, and the audit log through `audit`; documents without numbers are in it. */
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

/** Account numbers encrypted again since (keys:rotate) by the journal's digest; the seal is made again of what is stored. */
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

/** What decides who is paid what and where to (docs/RULES.md, Proof "Seals"); account numbers by digests under its key. */
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
