import { parseArgs } from 'node:util';
import { Failure, runMain } from './failure.mjs';

export const text = /** @type {const} */ ({ type: 'string' });
export const flag = /** @type {const} */ ({ type: 'boolean' });
/** Another seed each time that none is given. */
export const anySeed = { ...text, default: String(Math.floor(Math.random() * 1_000_000)) };

/**
 * Runs a command: prints its usage for --help, else does its work.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} command as the person types it @param {string} usage
 * @param {Config} config its flags, as parseArgs takes them, without --help
 * @param {(given: ReturnType<typeof parseArgs<Config>>) => Promise<number | void>} main answers the exit code, 0 if nothing
 */
export const runCommand = (command, usage, config, main) =>
  runMain(async () => {
    const given = readFlags(command, config);
    if (given.values.help) return console.log(usage);
    return main(given);
  });

/**
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} command @param {Config} config as of runCommand
 * @returns {ReturnType<typeof parseArgs<Config>> & { values: { help?: boolean } }}
 * @throws {Failure} on an unknown flag or one without its value
 */
export function readFlags(command, config) {
  try {
    const options = { ...config.options, help: { ...flag, short: 'h' } };
    return /** @type {any} */ (parseArgs({ ...config, options }));
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.split('. ')[0];
    throw new Failure(`${reason}: ${command} -- --help lists the flags.`);
  }
}

/** Reports the first of what may be many lines, and how many more there are. @param {string[]} lines @param {number} most */
export function reportFirst(lines, most) {
  for (const line of lines.slice(0, most)) console.error(`  ${line}`);
  if (lines.length > most) console.error(`  … and ${lines.length - most} more`);
}
