import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { PERSON_OPTIONS, personOf, requireFilesOf } from './lib/person-options.mjs';

const COMMAND = 'npm run privacy:erase';
const USAGE = `Erases a person: the record is pseudonymised, pictures, messages, mails and what the audit log said go for good; the
ledger keeps its sums, and payments stay for the years of tax law. Prints what stays, and why.

  npm run privacy:erase -- --affiliate ID | --staff ID | --member ID [--confirm TEXT] [--data DIR]

  --confirm TEXT  the words that are asked for otherwise, such as 'erase affiliate 12'
  --data DIR      the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile. Refused while a balance is open or a payment is on its way, and where none of the person's
pictures is: DATA_DIR or S3_… must be those of the servers. Killed, it is started again.
There is no way back: npm run privacy:export first.`;

const FLAGS = { options: { ...PERSON_OPTIONS, confirm: text } };

runCommand(COMMAND, USAGE, FLAGS, async ({ values }) => {
  const { kind, id } = personOf(values);
  const words = `erase ${kind} ${id}`;
  if ((values.confirm ?? (await ask(words))) !== words)
    throw new Failure(`Nothing was erased: that was not '${words}'.`);
  await withDomain({ data: values.data, command: COMMAND, existing: true }, async (domain, env) => {
    const storage = domain.openStorage(env);
    await requireFilesOf(domain, storage, { kind, id });
    const by = { actor: domain.SYSTEM_ACTOR };
    const { erased, kept } = await domain.erasePerson(storage, kind, id, by);
    console.log(erased ? `${kind} ${id} was erased.` : `${kind} ${id} had been erased before.`);
    for (const { what, documents, why } of kept) console.log(`  kept: ${documents} ${what}: ${why}`);
  });
});

/** @param {string} words */
async function ask(words) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Where nobody can answer, the input ends, and the question would never be settled.
  const ended = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(`There is no way back. Type '${words}': `), ended]);
  terminal.close();
  return answer;
}
