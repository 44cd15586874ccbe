import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { compareWithBareHandler } from './scale-handler.mjs';
import { stretchTheLine } from './scale-journal.mjs';
import { watchMemory } from './scale-memory.mjs';
import { addAffiliates } from './scale-people.mjs';
import { growStepByStep, twoSenders } from './scale-steps.mjs';

const PARTS = {
  handler: compareWithBareHandler,
  steps: growStepByStep,
  senders: twoSenders,
  journal: stretchTheLine,
  memory: watchMemory,
};

/**
 * How far one machine goes: quick-statistics beside a bare handler; 1, 2 and 4 web servers and workers behind a proxy;
 * two senders of events; the journal with a database far away; memory over `--minutes`. `--part` names one of them. Exit code 1 when one misses its goal.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      part: { type: 'string' },
      seconds: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '1' },
    },
  });
  const how = { seconds: Number(values.seconds), minutes: Number(values.minutes) };
  const data = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  try {
    return await withDomain(
      { data, redis: true, command: 'npm run bench:scale' },
      async (domain, _env, raw) => {
        await addAffiliates(domain);
        let failed = false;
        for (const [name, measure] of Object.entries(PARTS)) {
          if (values.part && values.part !== name) continue;
          console.log(`── ${name}`);
          failed = !(await measure(domain, { ...raw, TRUST_PROXY: '127.0.0.1' }, how)) || failed;
        }
        console.log(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
        return failed ? 1 : 0;
      },
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
