import { playOnThreads } from './threads.mjs';

/** So long a mutant is hunted (ms). */
const HUNT_MS = 120_000;

/**
 * Known errors by the modules that they are in, each of which the simulator must find: what is wrong, and the module's text
 * before and after, in which ends of lines are written as \n.
 */
const KNOWN = String.raw`
ledger/apply-effects.js
sums are added again by a record that is applied again
- q: { _id, seq: { $not: { $gte: seq } } }
+ q: { _id }
a sum is set
- u: { $inc: inc, $set: { ...set, seq }
+ u: { $set: { ...inc, ...set, seq }
a sum without a document is dropped
- upsert: true
+ upsert: false
paid days are closed again
- $lte: through }, open: true }
+ $lte: through } }

ledger/journal-record.js
another process’s record is taken for this one’s
- return stored?.writer === record.writer;
+ return true;
a recovery drops effects before it applies them
- await applyRecord(record, decodeEffects(record.effects));
+ await dropEffects(record._id); await applyRecord(record, decodeEffects(record.effects));
lines of the audit log are not written
- await Promise.all([(0, apply_effects_1.applyEffects)(seq, effects), insertLines(lines)]);
+ await (0, apply_effects_1.applyEffects)(seq, effects);

ledger/journal-writer.js
a plan is made before the last record is applied
- if (!before && !(await turn.applying)) {
+ if (false) {
who takes a turn over leaves out the first record
- applyRecordsAfter)(head.value)
+ applyRecordsAfter)(head.value + 1)
applying is not awaited
- await (0, journal_record_1.applyRecord)(record, effects);
+ void (0, journal_record_1.applyRecord)(record, effects).catch(() => {});
effects are dropped before they are applied
- await (0, journal_record_1.applyRecord)(record, effects);
+ await (0, journal_record_1.dropEffects)(seq); await (0, journal_record_1.applyRecord)(record, effects);
a turn ends before its record is applied
- await (0, journal_record_1.applyRecord)(record, effects);
+ await (0, journal_turn_1.advanceHead)(seq, at); await (0, journal_record_1.applyRecord)(record, effects);
a number that is taken is tried again without looking
- this.dirty = true;\n                this.queue.unshift(task);
+ this.queue.unshift(task);

ledger/ingest-events.js
a plan knows nothing of the record that is being applied
- loadIngestState)(events, [], before)
+ loadIngestState)(events, [], undefined)

ledger/journal.js
a reader does not apply what a dead process left
- const applied = await (0, journal_record_1.applyRecordsAfter)(seen);
+ const applied = undefined;

ledger/journal-clock.js
a record may be dated before the one before
- last?.getTime() ?? 0
+ 0

ledger/ingest-batch.js
an event with other content is a duplicate
- if (hash === knownHash)
+ if (hash)
refunds are compared with the whole sale
- if (event.amountCents > leftCents)
+ if (event.amountCents > amountCents)

commission/change-terms.js
a change of terms is lost
- await writeAccount(input, current, terms, 'affiliate.terms-changed', after);
+

ledger/keys.js
late entries are posted on paid days
- day <= closedThrough ?
+ false ?

payroll/execute-payroll.js
who is paid stays open
- builder.close(payee, endPeriod, _id);
+ {}

payroll/adjust-balance.js
an adjustment is made twice
- const existing = await ledger_1.EntryModel.findById(entryID).lean();
+ const existing = undefined;

payroll/mark-payments.js
a returned amount is not payable again
- if (state === 'returned')\n                post(
+ if (false)\n                post(

payroll/approval/decide-approval.js
who prepared a request approves it
- if ((0, exports.isPreparer)(request, actor))
+ if (false)
what is decided is decided again
- function checkDecidable(request, hash, { actor }) {\n    checkWaiting(request);
+ function checkDecidable(request, hash, { actor }) {

payroll/perform-run.js
a run ends before its request is noted as executed
- if (now?.kind === 'execute' && now.approvalID)
+ await payroll_runs_1.PayrollRunModel.updateOne(mine, { $set: { state }, $unset: { activeKey: '' } }); if (now?.kind === 'execute' && now.approvalID)

platform/outbox/mails.js
a mail that was handed over is sent again
- state: { $in: ['waiting', 'sending'] } }, { $set: { state: 'sending' }
+ state: { $in: ['waiting', 'sending', 'handed-over'] } }, { $set: { state: 'sending' }
a try does not notice that another has taken its mail
- { attempts: attempt }
+ {}
mails without a job are forgotten
- state: { $in: UNSENT }, createdAt
+ state: 'sending', createdAt

dist/jobs/send-mail.job.js
handing over is not awaited
- () => (0, domain_1.markHandedOver)(mail)
+ async () => void (0, domain_1.markHandedOver)(mail).catch(() => {})

mail/mailings.js
a cursor moves before its mails are stored
- const ofAffiliates =
+ await moveThrough(cursor, through); const ofAffiliates =

dist/database.js
every read may be a secondary’s
- readPreference: 'primary'
+ readPreference: 'secondaryPreferred'

ledger/ingest-state.js
which events are stored is read from a secondary
- find({ _id: { $in: eventIDs } }, { hash: 1 })
+ find({ _id: { $in: eventIDs } }, { hash: 1 }, { readPreference: 'secondary' })
which days are paid is read from a secondary
- PayeeModel.find({ _id: { $in: payees } })
+ PayeeModel.find({ _id: { $in: payees } }, {}, { readPreference: 'secondary' })

payroll/open-balances.js
what is to be paid is read from a secondary
- firstDay: { $min: '$day' },\n            },\n        },\n    ]);
+ firstDay: { $min: '$day' },\n            },\n        },\n    ], { readPreference: 'secondary' });

promotion/postbacks/store-postback-calls.js
postbacks that are stored are not due
- const wake = { $set: { dueAt: new Date(now) },
+ const wake = {
`;

export const MUTANTS = KNOWN.split('\n\n').flatMap((part) => {
  const file = `/${part.trim().split('\n')[0]}`;
  return [...part.matchAll(/^(.*)\n- (.*)\n\+ ?(.*)$/gm)].map(([, what, ...texts]) => {
    const [from = '', to = ''] = texts.map((text) => text.replaceAll('\\n', '\n'));
    return { what, patch: { file, from, to } };
  });
});

/**
 * Plants each in turn and plays histories on all threads until one fails.
 * @param {{ seed: number, steps: number }} how @returns {Promise<number>} 1: one was not found
 */
export async function huntMutants(how) {
  let missed = 0;
  console.log('| error | seed | histories | seconds | found as |\n|---|---|---|---|---|');
  for (const { what, patch } of MUTANTS) {
    const began = performance.now();
    /** @type {import('./simulator.mjs').Outcome[]} */
    const outcomes = [];
    const hunt = { ...how, patches: [patch], histories: Number.MAX_SAFE_INTEGER, forMs: HUNT_MS };
    const onOutcome = (/** @type {(typeof outcomes)[number]} */ outcome) => {
      outcomes.push(outcome);
      return Boolean(outcome.failure);
    };
    await playOnThreads(hunt, onOutcome, { stdout: true, stderr: true });
    const found = outcomes.find(({ failure }) => failure);
    if (!found) missed += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const as = found?.failure?.split('\n')[0] ?? '';
    console.log(`| ${what} | ${found?.seed ?? 'NOT FOUND'} | ${outcomes.length} | ${seconds} | ${as} |`);
  }
  console.log(`${MUTANTS.length - missed} of ${MUTANTS.length} mutants are found`);
  return missed ? 1 : 0;
}
