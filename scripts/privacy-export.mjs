import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { PERSON_OPTIONS, personOf, requireFilesOf } from './lib/person-options.mjs';

const COMMAND = 'npm run privacy:export';
const USAGE = `Writes everything that is stored about a person: data.ndjson, a line a document, and the pictures beside it.

  npm run privacy:export -- --affiliate ID | --staff ID | --member ID --out DIR [--data DIR]

  --out DIR   a folder that does not exist yet; only this user can read it. Numbers are in clear: hand it over with care
  --data DIR  the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile. The access is in the audit log. Refused where none of the person's pictures is: DATA_DIR or S3_…
must be those of the servers.`;

runCommand(COMMAND, USAGE, { options: { ...PERSON_OPTIONS, out: text } }, async ({ values }) => {
  const { kind, id } = personOf(values);
  const { out } = values;
  if (!out) throw new Failure('Say --out DIR: npm run privacy:export -- --help lists the flags.');
  if (existsSync(out)) throw new Failure(`${out} is there already: name a folder that does not exist yet.`);
  await withDomain({ data: values.data, command: COMMAND, existing: true }, async (domain, env) => {
    const storage = domain.openStorage(env);
    await requireFilesOf(domain, storage, { kind, id });
    const by = { actor: domain.SYSTEM_ACTOR };
    const records = await domain.exportPerson(storage, { kind, id }, 'moderator', by);
    await mkdir(out, { mode: 0o700 });
    let documents = 0;
    let pictures = 0;
    const lines = async function* () {
      for await (const { what, data, picture, unreadable } of records) {
        documents += 1;
        pictures += picture ? 1 : 0;
        if (picture) await writeFile(join(out, picture.name), picture.bytes, { mode: 0o600, flag: 'wx' });
        yield `${JSON.stringify({ what, ...data, ...(picture && { file: picture.name }), unreadable })}\n`;
      }
    };
    const file = createWriteStream(join(out, 'data.ndjson'), { mode: 0o600, flags: 'wx' });
    await pipeline(lines, file);
    console.log(`${documents} documents and ${pictures} pictures of ${kind} ${id} in ${out}`);
  });
});
