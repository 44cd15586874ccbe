import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Failure, runCommand, text } from '../scripts/lib/command.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';
import { choiceOf, FIGURES_FILE, goalOf, reachesGoal, shown } from './frame.mjs';

const TABLE = inRoot('docs', 'BENCHMARKS.md');

/** Each bench, with the size at which it fits into an hour together with the others. */
const BENCHES = {
  import: [],
  release: [],
  contention: [],
  clicks: [],
  scale: ['--minutes', '10'],
  statistics: ['--events', '200000'],
  payroll: [],
  audit: ['--payrolls', '20000', '--entries', '1000000'],
  search: ['--affiliates', '20000', '--members', '200000'],
  performance: [],
  moderation: [],
  web: [],
  tasks: [],
  start: [],
  mongo: [],
  abuse: [],
  year: [],
};

/** Benches that run on another database too, at a size that shows a difference between two. */
const ON_ENGINE = { import: ['--copies', '3'], payroll: ['--persons', '1000', '--factor', '10'] };

const USAGE = `Runs every bench, one after the other, and writes their figures to docs/BENCHMARKS.md. Figures of benches that are not
run keep their rows. Exit code 1 when a goal is missed.

  npm run bench -- [--only NAME,NAME] [--engine NAME]

  --only NAME,…  ${Object.keys(BENCHES).join(' ')}
  --engine NAME  what the database of MONGO_URL, an empty one, is called in the table; its figures have rows of their own.
                 For ${Object.keys(ON_ENGINE).join(' and ')}, each with an empty database of its own, at a smaller size: the built-in one
                 is compared with another by the same command on what npm run mongo serves`;

runCommand('npm run bench', USAGE, { options: { only: text, engine: text } }, async ({ values }) => {
  const { engine } = values;
  const benches = engine ? ON_ENGINE : BENCHES;
  const names = choiceOf('only', Object.keys(benches), values.only);
  if (Boolean(engine) !== Boolean(process.env.MONGO_URL))
    throw new Failure('MONGO_URL and --engine belong together: set both or neither.');
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'figures.jsonl');
  const rows = readRows();
  let failed = false;
  try {
    for (const name of names) {
      const row = engine ? `${name}${ON}${engine}` : name;
      console.log(`\n── bench:${name}`);
      writeFileSync(file, '');
      const where = machine();
      const how = { env: { ...process.env, [FIGURES_FILE]: file }, show: true };
      const program = [inRoot('bench', `${name}.mjs`), ...benches[name]];
      await run(name, process.execPath, program, how).catch(() => {
        failed = true;
      });
      const figures = readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const measured = figures.map((figure) => rowOf(row, figure, where));
      rows.set(
        row,
        figures.length ? measured : [`| ${cellOf(row)} | did not end | | | **missed** | | ${where} |`],
      );
      failed ||= figures.some((figure) => !reachesGoal(figure));
      // After each: what is measured stays, whatever the next one does.
      writeFileSync(TABLE, tableOf(rows));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return failed ? 1 : 0;
});

/** Between a bench and the database that it ran on, where that was not the built-in one. */
const ON = ' on ';

/** The first cell of a row, by the name of the bench, and of the database. */
const cellOf = (row) => row.replace(/^\w+/, '`bench:$&`');

function rowOf(name, figure, where) {
  const { what, value, unit, against = '' } = figure;
  const goal = goalOf(figure);
  const mark = goal && (reachesGoal(figure) ? 'yes' : '**missed**');
  return `| ${[cellOf(name), what, `${shown(value)}${unit && ` ${unit}`}`, goal, mark, against, where].join(' | ')} |`;
}

/** The machine before a bench begins, with its load where that is more than it has processors. */
function machine() {
  const day = new Date().toISOString().slice(0, 10);
  const [load = 0] = loadavg();
  const busy = load > cpus().length ? `, load ${shown(load)} before` : '';
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${day}${busy}`;
}

/** The rows of the table as it is, by bench. */
function readRows() {
  const rows = new Map();
  for (const line of readFileSync(TABLE, 'utf8').split('\n')) {
    const name = /^\| `bench:(\w+)`([^|]*) \|/.exec(line)?.slice(1).join('');
    if (name) rows.set(name, [...(rows.get(name) ?? []), line]);
  }
  return rows;
}

function tableOf(rows) {
  const all = Object.keys(BENCHES).flatMap((bench) =>
    [...rows].filter(([row]) => row.split(ON)[0] === bench).flatMap(([, lines]) => lines),
  );
  return `# Benchmarks

Written by \`npm run bench\`. Times depend on the machine and on what else it does; a ratio compares two figures of one run.

| Bench | Figure | Measured | Goal | Reached | Compared with | Where and when |
| --- | --- | --- | --- | --- | --- | --- |
${all.join('\n')}
`;
}
