import { join } from 'node:path';
import { DEVELOPMENT_SECRETS } from '@partnerdesk/node';

/** What the auditor's program says. */
export interface Verdict {
  /** The program's exit code. */
  code: number;
  /** What differs, and then its summary. */
  lines: string[];
  /** What it says first: what it can't rule out. */
  head: string[];
}

type Output = Pick<Console, 'log' | 'error' | 'info'>;

/**
 * Runs the auditor's program (packages/audit-verify) in this process: a process for each check took most of the time of the tests that use it.
 * @param args as on its command line
 */
export const auditVerify = (...args: string[]): Promise<Verdict> =>
  auditVerifyUnder(DEVELOPMENT_SECRETS.PROOF_KEY, ...args);

/** As auditVerify, with other keys, or none. */
export async function auditVerifyUnder(proofKey: string | undefined, ...args: string[]): Promise<Verdict> {
  const program: {
    auditVerify(args: string[], output: Output, env: NodeJS.ProcessEnv): Promise<number>;
  } = require(join(__dirname, '../../audit-verify/audit-verify.mjs'));
  const differences: string[] = [];
  const summary: string[] = [];
  const head: string[] = [];
  const output: Output = {
    info: (line) => head.push(String(line)),
    log: (line) => summary.push(String(line)),
    error: (line) => differences.push(String(line)),
  };
  const code = await program.auditVerify(args, output, { PROOF_KEY: proofKey });
  return { code, lines: [...differences, ...summary], head };
}
