import { playOnThreads } from './threads.mjs';

/** So long a mutant is hunted (ms). */
const HUNT_MS = 120_000;

/**
 * Known errors, each of which the simulator must find: what is wrong, the module, and its text before and after.
 * @type {[string, string, string, string][]}
 */
export const MUTANTS = [
  [
    'sums are added again by a record that is applied again',
    'ledger/add-sums.js',
    'q: { _id, seq: { $not: { $gte: seq } } }',
    'q: { _id }',
  ],
  [
    'a sum is set',
    'ledger/add-sums.js',
    'u: { $inc: inc, $set: { ...set, seq }',
    'u: { $set: { ...inc, ...set, seq }',
  ],
  [
    'a sum that meets its document is dropped',
    'ledger/add-sums.js',
    'await upsert(collection, seq, there);',
    '',
  ],
  [
    'paid days are closed again',
    'ledger/apply-effects.js',
    '$lte: through }, open: true }',
    '$lte: through } }',
  ],
  [
    'another process’s record is taken for this one’s',
    'ledger/journal-record.js',
    'return stored?.writer === record.writer;',
    'return true;',
  ],
  [
    'who takes a turn over leaves out the first record',
    'ledger/journal-writer.js',
    'applyRecordsAfter)(head.value)',
    'applyRecordsAfter)(head.value + 1)',
  ],
  [
    'applying is not awaited',
    'ledger/journal-writer.js',
    'await (0, journal_record_1.applyRecord)(record, effects);',
    'void (0, journal_record_1.applyRecord)(record, effects).catch(() => {});',
  ],
  [
    'effects are dropped before they are applied',
    'ledger/journal-writer.js',
    'await (0, journal_record_1.applyRecord)(record, effects);',
    'await (0, journal_record_1.dropEffects)(seq); await (0, journal_record_1.applyRecord)(record, effects);',
  ],
  [
    'a turn ends before its record is applied',
    'ledger/journal-writer.js',
    'await (0, journal_record_1.applyRecord)(record, effects);',
    'await (0, journal_turn_1.advanceHead)(seq, at); await (0, journal_record_1.applyRecord)(record, effects);',
  ],
  [
    'a recovery drops effects before it applies them',
    'ledger/journal-record.js',
    'await applyRecord(record, decodeEffects(record.effects));',
    'await dropEffects(record._id); await applyRecord(record, decodeEffects(record.effects));',
  ],
  [
    'a plan is made before the last record is applied',
    'ledger/ingest-events.js',
    'await applied;',
    'void applied;',
  ],
  [
    'a plan knows nothing of the record that is being applied',
    'ledger/ingest-events.js',
    'loadIngestState)(events, [], before)',
    'loadIngestState)(events, [], undefined)',
  ],
  [
    'a number that is taken is tried again without looking',
    'ledger/journal-writer.js',
    'this.dirty = true;\n                this.queue.unshift(task);',
    'this.queue.unshift(task);',
  ],
  [
    'a reader does not apply what a dead process left',
    'ledger/journal.js',
    'const applied = await (0, journal_record_1.applyRecordsAfter)(seen);',
    'const applied = undefined;',
  ],
  ['a record may be dated before the one before', 'ledger/journal-clock.js', 'last?.getTime() ?? 0', '0'],
  [
    'lines of the audit log are not written',
    'ledger/journal-record.js',
    'await Promise.all([(0, apply_effects_1.applyEffects)(seq, effects), insertLines(lines)]);',
    'await (0, apply_effects_1.applyEffects)(seq, effects);',
  ],
  [
    'an event with other content is a duplicate',
    'ledger/ingest-batch.js',
    'if (hash === knownHash)',
    'if (hash)',
  ],
  [
    'refunds are compared with the whole sale',
    'ledger/ingest-batch.js',
    'if (event.amountCents > leftCents)',
    'if (event.amountCents > amountCents)',
  ],
  ['late entries are posted on paid days', 'ledger/entry.js', '?', '&& false ?'],
  ['who is paid stays open', 'payroll/execute-payroll.js', 'builder.close(payee, endPeriod, _id);', '{}'],
  [
    'an adjustment is made twice',
    'payroll/adjust-balance.js',
    'const existing = await ledger_1.EntryModel.findById(entryID).lean();',
    'const existing = undefined;',
  ],
  [
    'a returned amount is not payable again',
    'payroll/mark-payments.js',
    "if (state === 'returned')\n                post(",
    'if (false)\n                post(',
  ],
  [
    'who prepared a request approves it',
    'payroll/approval/decide-approval.js',
    'if ((0, exports.isPreparer)(request, actor))',
    'if (false)',
  ],
  [
    'what is decided is decided again',
    'payroll/approval/decide-approval.js',
    "function checkDecidable(request, hash, { actor }) {\n    if (request.state !== 'waiting')",
    'function checkDecidable(request, hash, { actor }) {\n    if (false)',
  ],
  [
    'a run ends before its request is noted as executed',
    'payroll/perform-run.js',
    "if (run?.kind === 'execute' && run.approvalID)",
    "await payroll_run_model_1.PayrollRunModel.updateOne(this.mine, { $set: { state }, $unset: { activeKey: '' } }); if (run?.kind === 'execute' && run.approvalID)",
  ],
  [
    'a mail that was handed over is sent again',
    'platform/outbox/mails.js',
    "state: { $in: ['waiting', 'sending'] } }, { $set: { state: 'sending' }",
    "state: { $in: ['waiting', 'sending', 'handed-over'] } }, { $set: { state: 'sending' }",
  ],
  [
    'a try does not notice that another has taken its mail',
    'platform/outbox/mails.js',
    "state: 'sending', attempts: attempt }",
    "state: 'sending' }",
  ],
  [
    'handing over is not awaited',
    'dist/jobs/send-mail.job.js',
    '() => (0, domain_1.markHandedOver)(mail)',
    'async () => void (0, domain_1.markHandedOver)(mail).catch(() => {})',
  ],
  [
    'a cursor moves before its mails are stored',
    'mail/payment-mails.js',
    'const ofAffiliates =',
    'await (0, notice_cursor_1.moveThrough)(cursor, through); const ofAffiliates =',
  ],
  [
    'mails without a job are forgotten',
    'platform/outbox/mails.js',
    'state: { $in: UNSENT }, createdAt',
    "state: 'sending', createdAt",
  ],
  [
    'every read may be a secondary’s',
    'dist/database.js',
    "readPreference: 'primary'",
    "readPreference: 'secondaryPreferred'",
  ],
  [
    'which events are stored is read from a secondary',
    'ledger/ingest-state.js',
    'find({ _id: { $in: eventIDs } }, { hash: 1 })',
    "find({ _id: { $in: eventIDs } }, { hash: 1 }, { readPreference: 'secondary' })",
  ],
  [
    'which days are paid is read from a secondary',
    'ledger/ingest-state.js',
    'PayeeModel.find({ _id: { $in: payees } })',
    "PayeeModel.find({ _id: { $in: payees } }, {}, { readPreference: 'secondary' })",
  ],
  [
    'what is to be paid is read from a secondary',
    'payroll/open-balances.js',
    "firstDay: { $min: '$day' },\n            },\n        },\n    ]);",
    "firstDay: { $min: '$day' },\n            },\n        },\n    ], { readPreference: 'secondary' });",
  ],
  [
    'postbacks that are stored are not due',
    'promotion/postbacks/store-postback-calls.js',
    'const wake = { $set: { dueAt: new Date(now) }, ',
    'const wake = { ',
  ],
];

/**
 * Plants each in turn and plays histories on all threads until one fails.
 * @param {{ seed: number, steps: number, say: (line: string) => void }} how
 * @returns {Promise<number>} 1: one was not found
 */
export async function huntMutants({ seed, steps, say }) {
  let missed = 0;
  say('| error | seed | histories | seconds | found as |\n|---|---|---|---|---|');
  for (const [what, file, from, to] of MUTANTS) {
    const began = performance.now();
    const { found, played } = await firstFailure({ seed, steps, patches: [{ file: `/${file}`, from, to }] });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    if (!found) missed += 1;
    say(
      found
        ? `| ${what} | ${found.seed} | ${played} | ${seconds} | ${found.failure?.split('\n')[0]} |`
        : `| ${what} | NOT FOUND | ${played} | ${seconds} | |`,
    );
  }
  say(`${MUTANTS.length - missed} of ${MUTANTS.length} mutants are found`);
  return missed ? 1 : 0;
}

/**
 * @param {{ seed: number, steps: number, patches: import('./modules.mjs').Patch[] }} how
 * @returns {Promise<{ found?: import('./explore.mjs').Outcome, played: number }>}
 */
async function firstFailure(how) {
  /** @type {import('./explore.mjs').Outcome | undefined} */
  let found;
  let played = 0;
  await playOnThreads(
    { ...how, histories: Number.MAX_SAFE_INTEGER, forMs: HUNT_MS },
    (outcome) => {
      played += 1;
      if (outcome.failure) found ??= outcome;
      return Boolean(found);
    },
    { stdout: true, stderr: true },
  );
  return { played, ...(found && { found }) };
}
