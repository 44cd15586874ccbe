import type { Model, mongo } from 'mongoose';
import { ignoreDuplicates } from '../platform';
import { addSums } from './add-sums';
import { ApprovalModel } from './approval.models';
import type { Effects } from './effects';
import { collectionOf, insertOwn } from './insert-own';
import {
  AttributionModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  PayeeModel,
  PaymentMarkModel,
  PayrollModel,
  PendingReleaseModel,
  SourceTotalModel,
} from './ledger.models';
import { type Statement, updateAll } from './ledger-writes';
import { ExcludedPaymentModel, PayFileLineModel, PayFileModel, PayFileStepModel } from './pay-file.models';
import { dayKeyOf, payeeKeyOf, sourceKeyOf } from './payee';
import { keepRefusedWaiting } from './refused-events';

type Document = mongo.BSON.Document;

/**
 * Updates, and upserts of what may be written already: largest values (`$max`), which can only meet another application of
 * the same record, and what carries the number of the record that wrote last and is asked for with an older one, so that
 * an upsert that meets the document all the same was written by this record's earlier application.
 */
// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
async function writeAll(model: Model<any>, statements: Statement[]): Promise<void> {
  const { collectionName } = model.collection;
  const taken = await updateAll(collectionName, statements);
  if (taken.some((index) => !statements[index]?.upsert))
    throw new Error(`${collectionName}: an update meets a key that is taken`);
}

const update = (q: object, u: object, upsert = false): Statement => ({ q, u, upsert });

/**
 * Writes what a journal record says. Every write is safe to repeat and to race with itself: inserts have the id of
 * what they record and its number; sums see addSums; states are set from their expected former state. Records must be
 * applied in their order.
 * @throws Error when a document that this record inserts is another record's: the ledger is damaged
 */
export async function applyEffects(seq: number, effects: Effects): Promise<void> {
  await Promise.all([
    insertOwn(EventModel, seq, effects.events),
    insertOwn(EntryModel, seq, effects.entries),
    insertOwn(AttributionModel, seq, effects.attributions),
    insertOwn(PayrollModel, seq, effects.payrolls),
    insertOwn(PaymentMarkModel, seq, effects.marks),
    writeAll(EventModel, [...releasesOf(seq, effects), ...refundsOf(seq, effects)]),
    keepRefusedWaiting(effects),
    addSums(
      SourceTotalModel,
      seq,
      (effects.sources ?? []).map(({ affID, tid, lp, inc }) => ({
        _id: sourceKeyOf({ affID, tid, lp }),
        inc,
        made: { affID, tid, lp },
      })),
    ),
    addSums(
      DayTotalModel,
      seq,
      (effects.days ?? []).map(({ kind, personID, day, inc }) => ({
        _id: dayKeyOf(payeeKeyOf(kind, personID), day),
        inc,
        // Entries are posted on open days only, and this record is applied to a day once.
        set: inc.postedEntries ? { open: true } : {},
        made: { kind, personID, day },
      })),
    ),
    closeDays(seq, effects.payrolls),
    writeAll(
      PayeeModel,
      (effects.payrolls ?? []).map(({ _id: lastPayrollID, payee, endPeriod }) =>
        update({ _id: payee }, { $max: { closedThrough: endPeriod, lastPayrollID } }, true),
      ),
    ),
    writeAll(
      CounterModel,
      Object.entries(effects.counters ?? {}).map(([name, value]) =>
        update({ _id: name }, { $max: { value } }, true),
      ),
    ),
    applyPendingReleases(effects),
    applyPayFiles(seq, effects),
    insertOwn(ApprovalModel, seq, effects.approvals),
    writeAll(
      ApprovalModel,
      (effects.approvalChanges ?? []).map(({ approvalID, from, set }) =>
        update({ _id: approvalID, state: from }, { $set: { ...set, changedBy: seq } }),
      ),
    ),
  ]);
}

function releasesOf(seq: number, { released = [] }: Effects): Statement[] {
  return released.map(({ eventID, from, set }) =>
    update(
      { _id: eventID, waitsFor: from },
      // With a state it is done waiting; without one it waits for the next thing it lacks.
      set.state
        ? { $set: { ...set, settledBy: seq }, $unset: { waitsFor: '', waitingSince: '' } }
        : { $set: set },
    ),
  );
}

function refundsOf(seq: number, { refunded = [] }: Effects): Statement[] {
  return refunded.map(({ saleEventID, refundedCents }) =>
    update({ _id: saleEventID }, { $max: { refundedCents, refundedBy: seq } }),
  );
}

/** What is paid is open no more. A record that pays posts no entry, so this needs no order among its writes. */
async function closeDays(seq: number, payrolls: Effects['payrolls'] = []): Promise<void> {
  await writeAll(
    DayTotalModel,
    payrolls.map(({ _id: payrollID, payee, endPeriod }) => ({
      q: { _id: { $gte: dayKeyOf(payee, ''), $lte: dayKeyOf(payee, endPeriod) }, open: true },
      u: { $set: { payrollID, seq }, $unset: { open: '' } },
      multi: true,
    })),
  );
}

async function applyPendingReleases({ pendingReleases = [], finishedReleases = [] }: Effects): Promise<void> {
  const collection = collectionOf(PendingReleaseModel);
  if (pendingReleases.length) {
    const keys = pendingReleases.map((key) => ({ _id: key }) as Document);
    await ignoreDuplicates(collection.insertMany(keys, { ordered: false }));
  }
  if (finishedReleases.length) await collection.deleteMany({ _id: { $in: finishedReleases } } as Document);
}

/** Files and lines carry the number of the record that wrote last, as sums do. */
async function applyPayFiles(seq: number, effects: Effects): Promise<void> {
  const older = { $not: { $gte: seq } };
  const { payFileLines = [], payFileChanges = [] } = effects;
  await Promise.all([
    insertOwn(PayFileModel, seq, effects.payFiles),
    insertOwn(PayFileStepModel, seq, effects.payFileSteps),
    insertOwn(ExcludedPaymentModel, seq, effects.excludedPayments),
    writeAll(
      PayFileLineModel,
      payFileLines.map(({ _id, payFileID, position }) =>
        update({ _id, seq: older }, { $set: { payFileID, position, seq } }, true),
      ),
    ),
    writeAll(
      PayFileModel,
      payFileChanges.map(({ payFileID, set, leftOut, paid }) =>
        update(
          { _id: payFileID, changedBy: older },
          {
            $set: { ...set, changedBy: seq },
            ...((leftOut !== 0 || paid !== 0) && { $inc: { leftOut, paid } }),
          },
        ),
      ),
    ),
  ]);
}
