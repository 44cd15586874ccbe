import { parseArgs } from 'node:util';

/**
 * What a person at the terminal has to know: one line that names the trouble and the remedy. Thrown anywhere in
 * the scripts, printed without a stack by `runMain`. `details` are further lines, such as the end of a log.
 */
export class Failure extends Error {
  /** @param {string} message @param {string[]} [details] */
  constructor(message, details = []) {
    super(message);
    this.name = 'Failure';
    this.details = details;
  }
}

/** Prints why a script ends; an error that nobody foresaw keeps its stack. @param {unknown} error */
export function printFailure(error) {
  if (error instanceof Failure) for (const line of error.details) console.error(`  ${line}`);
  else if (!isEnvError(error)) {
    console.error(error);
    return;
  }
  console.error(error.message);
}

/**
 * The servers' own error, whose message says what to correct; its class comes with packages that need not be installed yet.
 * @param {unknown} error @returns {error is Error}
 */
const isEnvError = (error) => error instanceof Error && error.name === 'EnvError';

/** Runs a script; what it throws ends the process with exit code 1. @param {() => Promise<number | void>} main answers the exit code, 0 if nothing */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}

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
