import { readFileSync } from 'node:fs';

/** @typedef {{ keyword: string, flags: Record<string, string>, value: string }} Instruction */

/**
 * A stage of a Dockerfile.
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} from an earlier stage or an image
 * @property {Instruction[]} instructions without FROM
 */

/**
 * Reads the part of the format that our file uses: one instruction a line, comments, `--flags`. Anything else fails.
 * @param {string} file
 * @returns {Stage[]} in order
 * @throws {Error} naming the line
 */
export function readDockerfile(file) {
  /** @type {Stage[]} */
  const stages = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const from = /^FROM (\S+) AS (\S+)$/.exec(line);
    const other = /^(WORKDIR|COPY|RUN|ENV|USER|EXPOSE|HEALTHCHECK|CMD) (.+)$/.exec(line);
    if (from) stages.push({ name: from[2], from: from[1], instructions: [] });
    else if (other && stages.length > 0) stages[stages.length - 1].instructions.push(instruction(other));
    else throw new Error(`${file}, line ${index + 1}: not understood: ${line}`);
  }
  return stages;
}

/** @param {RegExpExecArray} match  @returns {Instruction} */
function instruction([, keyword, text]) {
  const [flags = ''] = /^(--[a-z-]+=\S+ )*/.exec(text) ?? [];
  const pairs = [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return { keyword, flags: Object.fromEntries(pairs), value: text.slice(flags.length) };
}

/**
 * A stage's instructions with those of the stages that it is made from, the earliest first.
 * @param {Stage[]} stages @param {string} name @returns {Instruction[]}
 */
function lineage(stages, name) {
  const stage = stages.find((each) => each.name === name);
  if (!stage) return [];
  return [...lineage(stages, stage.from), ...stage.instructions];
}

/** What an image is run with. @param {Stage[]} stages @param {string} name */
export function settingsOf(stages, name) {
  const all = lineage(stages, name);
  const last = (/** @type {string} */ keyword) =>
    all.findLast((each) => each.keyword === keyword)?.value ?? '';
  const env = all
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ value }) => value.split(' ').map((pair) => pair.split('=')));
  return {
    /** @type {Record<string, string>} */
    env: Object.fromEntries(env),
    user: last('USER'),
    workdir: last('WORKDIR'),
    ports: last('EXPOSE').split(' '),
    /** @type {string[]} */
    command: JSON.parse(last('CMD') || '[]'),
    /** @type {string[]} */
    healthcheck: JSON.parse(/CMD (.*)$/.exec(last('HEALTHCHECK'))?.[1] ?? '[]'),
    copies: all.filter(({ keyword }) => keyword === 'COPY'),
    runs: all.filter(({ keyword }) => keyword === 'RUN'),
  };
}
