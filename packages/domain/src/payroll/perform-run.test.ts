import { PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { auditPayroll } from './audit/audit-payroll';
import { PayrollModel } from './payroll.models';
import {
  cancelRun,
  type ExecuteRow,
  findRunOrThrow,
  KEPT_RUNS,
  openRun,
  openRuns,
  PayrollRunModel,
  PayrollRunPageModel,
  pageIdOf,
  readRunRows,
} from './payroll-runs';
import { performRun } from './perform-run';

useTestDatabase();

const PERSONS = 250;
const END = '2026-03-10';
const payrollType = PAYROLL_TYPE.affiliates;

beforeEach(async () => {
  await addPayees({ affiliates: Array.from({ length: PERSONS }, () => 20) });
  const persons = Array.from({ length: PERSONS }, (_, index) => index + 1);
  await ingest(
    ...persons.map((person) => joined(person, `T${person}`)),
    ...persons.map((person) => sale(`s${person}`, person, 1000, '2026-03-05T15:00:00Z')),
  );
});

const openExecution = () =>
  openRun({ kind: 'execute', payrollType, endDate: END, personID: 0, by: SYSTEM_ACTOR });

test('an execution reports its persons done of all persons, and every outcome', async () => {
  const { _id } = await openExecution();
  const progress: number[][] = [];
  await performRun(_id, (done, total) => void progress.push([done, total]));
  expect(progress).toEqual([
    [0, 0],
    [0, 250],
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
  expect(await findRunOrThrow(_id)).toMatchObject({
    state: 'completed',
    rows: 250,
    amountCents: 250 * 200,
    outcomes: { executed: 250 },
  });
  expect(await openRuns()).toEqual([]);
});

test('cancelled: what is executed by then stays, the rest is not paid and can be executed later', async () => {
  const run = await openExecution();
  await performRun(run._id, async (done) => {
    if (done === 100) await cancelRun(run._id, { actor: SYSTEM_ACTOR });
  });
  const cancelled = await findRunOrThrow(run._id);
  expect(cancelled.state).toBe('cancelled');
  const paid = await PayrollModel.countDocuments();
  expect(paid).toBe(200);
  const rows = await readRunRows<ExecuteRow>(cancelled, 0, 250);
  expect(rows.filter(({ outcome }) => outcome === 'executed')).toHaveLength(paid);
  expect(rows.filter(({ outcome }) => outcome === undefined)).toHaveLength(PERSONS - paid);
  const again = await openExecution();
  expect(again._id).not.toBe(run._id);
  await performRun(again._id);
  expect(await findRunOrThrow(again._id)).toMatchObject({ state: 'completed', rows: 50 });
  expect((await auditPayroll()).differences).toEqual([]);
});

test('an attempt that was held up with its list of people writes over nothing that the next one has done', async () => {
  const run = await openExecution();
  const { collection } = PayrollRunPageModel;
  const write = collection.bulkWrite.bind(collection);
  const heldUp = new Promise<() => void>((resolve) => {
    jest.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...args) => {
      await new Promise<void>((goOn) => resolve(goOn));
      return write(...args);
    });
  });
  const first = performRun(run._id);
  const goOn = await heldUp;
  await performRun(run._id);
  goOn();
  await first;
  const done = await findRunOrThrow(run._id);
  expect(done).toMatchObject({ state: 'completed', total: PERSONS, outcomes: { executed: PERSONS } });
  const rows = await readRunRows<ExecuteRow>(done, 0, PERSONS);
  expect(rows.filter(({ outcome }) => outcome === 'executed')).toHaveLength(PERSONS);
});

test('left by a worker that died after paying, before it noted so: the next one goes on, and says executed', async () => {
  const run = await openExecution();
  await expect(
    performRun(run._id, (done) => {
      if (done === 100) throw new Error('died');
    }),
  ).rejects.toThrow('died');
  // The outcomes of the first page are lost as well.
  const [first] = await PayrollRunPageModel.find({ runID: run._id, finished: true }).sort({ _id: 1 }).lean();
  await PayrollRunPageModel.updateOne(
    { _id: first?._id },
    {
      $set: { rows: first?.rows.map(({ personID }: { personID: number }) => ({ personID })) },
      $unset: { finished: '' },
    },
  );
  expect(await openRuns()).toHaveLength(1);
  await performRun(run._id);
  expect(await findRunOrThrow(run._id)).toMatchObject({
    state: 'completed',
    outcomes: { executed: 250 },
    amountCents: 250 * 200,
  });
  expect(await PayrollModel.countDocuments()).toBe(PERSONS);
});

test('of two workers on one run the earlier one stops, and nobody is paid twice', async () => {
  const run = await openExecution();
  let second: Promise<void> | undefined;
  await performRun(run._id, (done) => {
    if (done === 100) second ??= performRun(run._id);
  });
  await second;
  expect(await findRunOrThrow(run._id)).toMatchObject({ state: 'completed', outcomes: { executed: 250 } });
  expect(await PayrollModel.countDocuments()).toBe(PERSONS);
});

test('the same question twice is one run while it is open, and a new one afterwards', async () => {
  const [one, two] = await Promise.all([openExecution(), openExecution()]);
  expect(one._id).toBe(two._id);
  expect(await PayrollRunModel.countDocuments()).toBe(1);
  await performRun(one._id);
  await performRun(one._id);
  expect((await findRunOrThrow(one._id)).attempt).toBe(1);
  expect((await openExecution())._id).not.toBe(one._id);
});

test('a generation has its rows in order, in pages, wherever one begins to read', async () => {
  const run = await openRun({ kind: 'generate', payrollType, endDate: END, personID: 0, by: SYSTEM_ACTOR });
  await performRun(run._id);
  const done = await findRunOrThrow(run._id);
  const rows = await readRunRows<{ personID: number }>(done, 95, 120);
  expect(rows.map(({ personID }) => personID)).toEqual(Array.from({ length: 120 }, (_, index) => index + 96));
  expect(await readRunRows(done, 245, 100)).toHaveLength(5);
  expect(await readRunRows(done, 250, 100)).toEqual([]);
});

test('the rows of an attempt before go, whichever attempt ends', async () => {
  for (const before of [1, 9]) {
    const endDate = `2026-03-1${before}`;
    const { _id } = await openRun({ kind: 'generate', payrollType, endDate, personID: 1, by: SYSTEM_ACTOR });
    await PayrollRunModel.updateOne({ _id }, { $set: { attempt: before } });
    await PayrollRunPageModel.create({ _id: pageIdOf(_id, before, 0), runID: _id, rows: [] });
    await performRun(_id);
    expect(await PayrollRunPageModel.distinct('_id', { runID: _id })).toEqual([pageIdOf(_id, before + 1, 0)]);
  }
});

test('old runs are forgotten with their rows, but none that is not finished', async () => {
  const open = (endDate: string) =>
    openRun({ kind: 'generate', payrollType, endDate, personID: 1, by: SYSTEM_ACTOR });
  const finished = await open('2026-03-06');
  await performRun(finished._id);
  const waiting = await open('2026-03-07');
  for (let count = 0; count < KEPT_RUNS; count += 1) {
    await performRun((await open(`2026-04-${String((count % 30) + 1).padStart(2, '0')}`))._id);
  }
  await expect(findRunOrThrow(finished._id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await PayrollRunPageModel.countDocuments({ runID: finished._id })).toBe(0);
  expect(await findRunOrThrow(waiting._id)).toMatchObject({ state: 'waiting' });
  expect(await PayrollRunModel.countDocuments()).toBe(KEPT_RUNS + 1);
});
