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
