import { countInto, noteSale, postSale, refundOf } from './replay-events.mjs';

/** Takes what records without proof wrote as it is. @param {import('./replay.mjs').Replay} replay */
export function takeOlder(replay) {
  const { written, counters } = replay;
  const settled = (replay.settled.get(0) ?? []).filter(({ state }) => state === 'applied');
  for (const attribution of written.attributions.get(0) ?? []) replay.attribute(attribution, 0);
  for (const event of settled) {
    countInto(replay, 0, event);
    if (event.type !== 'sale') continue;
    noteSale(
      replay,
      event,
      event.tid === undefined ? (replay.attributions.get(event.body.memberID) ?? {}) : event,
    );
    counters.saleID = Math.max(counters.saleID ?? 0, event.saleID ?? 0);
  }
  for (const event of settled) if (event.type === 'refund') refundOf(replay, 0, event);
  for (const entry of written.entries.get(0) ?? []) {
    if (entry.type === 'sale' || entry.type === 'refund') {
      postSale(replay, 0, entry, replay.attributions.get(entry.memberID));
    } else {
      replay.officeEntries.set(entry._id, entry);
      replay.post(0, entry);
    }
  }
  for (const payroll of [...(written.payrolls.get(0) ?? [])].sort((a, b) => a._id - b._id)) {
    replay.payrolls.set(payroll._id, payroll);
    replay.close(0, payroll);
    counters.payrollID = payroll._id;
  }
  for (const mark of written.marks.get(0) ?? [])
    if (mark.number > (replay.marks.get(mark.payrollID)?.number ?? 0)) replay.marks.set(mark.payrollID, mark);
  for (const keptUp of [replay.payFiles, replay.payFileLines, replay.approvals])
    for (const [key, { seq, value }] of keptUp.stored)
      if (seq === 0) Object.assign(keptUp.touch(key, 0), value);
  // Of files that later records changed, and of the letters of a day, nobody knows what they were then.
  for (const { _id } of replay.olderPayFiles) {
    counters.payFileID = Math.max(counters.payFileID ?? 0, _id);
    if (replay.payFiles.stored.get(String(_id))?.seq !== 0) replay.payFiles.partly.add(String(_id));
  }
  for (const [name, value] of replay.storedCounters) if (name.startsWith('payFile:')) counters[name] = value;
}
