import type { Model, mongo } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';
import type { Effects } from './effects';
import {
  AttributionModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  PayeeModel,
  PaymentMarkModel,
  PayrollModel,
  SourceTotalModel,
} from './ledger.models';
import { dayKeyOf, payeeKeyOf, sourceKeyOf } from './payee';

type Document = mongo.BSON.Document;

// biome-ignore lint/suspicious/noExplicitAny: the driver's collection of a model, whatever its documents
function collectionOf(model: Model<any>): mongo.Collection<Document> {
  return model.collection as unknown as mongo.Collection<Document>;
}

/** Duplicate keys mean "written already", by this record's earlier or another process's application. */
async function ignoringDuplicates(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const { writeErrors } = error as { writeErrors?: unknown };
    const errors = Array.isArray(writeErrors) ? writeErrors : writeErrors ? [writeErrors] : [];
    const onlyDuplicates = errors.length > 0 ? errors.every(isDuplicateKey) : isDuplicateKey(error);
    if (!onlyDuplicates) throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
async function insertAll(model: Model<any>, documents: readonly object[] | undefined): Promise<void> {
  if (!documents?.length) return;
  await ignoringDuplicates(collectionOf(model).insertMany(documents as Document[], { ordered: false }));
}

// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
async function writeAll(model: Model<any>, operations: mongo.AnyBulkWriteOperation[]): Promise<void> {
  if (!operations.length) return;
  await ignoringDuplicates(collectionOf(model).bulkWrite(operations, { ordered: false }));
}

/**
 * Writes what a journal record says. Every write is safe to repeat and to race with itself:
 * inserts have the id of what they record; sums carry the number of the record that wrote last, and an
 * upsert of an older one fails on the document's _id, which means "added already"; states are set from
 * their expected former state.
 */
export async function applyEffects(seq: number, effects: Effects): Promise<void> {
  const older = { $lt: seq };
  await Promise.all([
    insertAll(EventModel, effects.events),
    insertAll(EntryModel, effects.entries),
    insertAll(AttributionModel, effects.attributions),
    insertAll(PayrollModel, effects.payrolls),
    insertAll(PaymentMarkModel, effects.marks),
  ]);
  await Promise.all([
    writeAll(
      EventModel,
      (effects.released ?? []).map(({ eventID, set }) => ({
        updateOne: {
          filter: { _id: eventID, state: 'waiting' } as Document,
          // With a state it is done waiting; without one it waits for the next thing it lacks.
          update: set.state ? { $set: set, $unset: { waitsFor: '' } } : { $set: set },
        },
      })),
    ),
    writeAll(
      SourceTotalModel,
      (effects.sources ?? []).map(({ affID, tid, lp, inc }) => ({
        updateOne: {
          filter: { _id: sourceKeyOf({ affID, tid, lp }), seq: older } as Document,
          update: { $inc: inc, $set: { seq }, $setOnInsert: { affID, tid, lp } },
          upsert: true,
        },
      })),
    ),
    writeAll(
      DayTotalModel,
      (effects.days ?? []).map(({ kind, personID, day, inc }) => ({
        updateOne: {
          filter: { _id: dayKeyOf(payeeKeyOf(kind, personID), day), seq: older } as Document,
          update: {
            $inc: inc,
            // Entries are posted on open days only, and this record is applied to a day once.
            $set: inc.postedEntries ? { seq, open: true } : { seq },
            $setOnInsert: { kind, personID, day },
          },
          upsert: true,
        },
      })),
    ),
    writeAll(
      CounterModel,
      Object.entries(effects.counters ?? {}).map(([name, value]) => ({
        updateOne: { filter: { _id: name } as Document, update: { $max: { value } }, upsert: true },
      })),
    ),
  ]);
  // After the releases: a released sale is refunded in the same record.
  await writeAll(
    EventModel,
    (effects.refunded ?? []).map(({ saleEventID, refundedCents }) => ({
      updateOne: { filter: { _id: saleEventID } as Document, update: { $max: { refundedCents } } },
    })),
  );
  const payrolls = effects.payrolls ?? [];
  await writeAll(
    DayTotalModel,
    payrolls.map(({ _id: payrollID, payee, endPeriod }) => ({
      updateMany: {
        filter: {
          _id: { $gte: dayKeyOf(payee, ''), $lte: dayKeyOf(payee, endPeriod) },
          open: true,
        } as Document,
        update: { $set: { payrollID }, $unset: { open: '' } },
      },
    })),
  );
  await writeAll(
    PayeeModel,
    payrolls.map(({ _id: lastPayrollID, payee, endPeriod }) => ({
      updateOne: {
        filter: { _id: payee } as Document,
        update: { $max: { closedThrough: endPeriod, lastPayrollID } },
        upsert: true,
      },
    })),
  );
}
