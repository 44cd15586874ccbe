import { reportFirst, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';

const COMMAND = 'npm run keys:rotate';
const USAGE = `Encrypts every tax id, account number, mail, picture and waiting file of results under the first key of FIELD_KEYS.

  npm run keys:rotate -- [--data DIR]

  --data DIR  the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile, with the new key first. Killed, it is started again and goes on. Exit code 1 when a value
cannot be read by any key, or the file of a picture is not there: DATA_DIR or S3_… must be those of the servers.`;

/** Unreadable values that are named; the rest is only counted. */
const SHOWN = 200;

runCommand(COMMAND, USAGE, { options: { data: text } }, ({ values: { data } }) =>
  withDomain({ data, command: COMMAND, existing: true }, async (domain, env) => {
    const { keyID, fields, files, unreadable } = await domain.rotateKeys(domain.openStorage(env), (done) => {
      if (done % 10_000 === 0 && done > 0) console.log(`  ${done} encrypted again`);
    });
    reportFirst(unreadable, SHOWN);
    console.log(`${fields} values and ${files} files encrypted again under ${keyID}.`);
    const others = env.fieldKeys.slice(1).map(({ id }) => id);
    if (unreadable.length > 0)
      console.log(
        'Remove no key: what is named above is readable by no key that FIELD_KEYS has, or is not there.',
      );
    else if (fields + files > 0 && others.length > 0)
      console.log(
        `Once every server and worker was restarted with ${keyID} first, run this again: when it finds nothing left, ${others.join(', ')} may be removed.`,
      );
    else if (others.length > 0)
      console.log(
        `Nothing is left under another key: ${others.join(', ')} may be removed from FIELD_KEYS. Keep them for backups of before.`,
      );
    return unreadable.length > 0 ? 1 : 0;
  }),
);
