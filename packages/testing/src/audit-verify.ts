import { join } from 'node:path';

/** What the auditor's program says. */
export interface Verdict {
  /** The program's exit code. */
  code: number;
  /** What differs, and then its summary. */
  lines: string[];
}

type Output = Pick<Console, 'log' | 'error'>;

/**
 * Runs the auditor's program (scripts/audit-verify) in this process: a process for each check took most of the time of the tests that use it.
 * @param args as on its command line
 */
export async function auditVerify(...args: string[]): Promise<Verdict> {
  const program: { auditVerify(args: string[], output: Output): Promise<number> } = require(
    join(__dirname, '../../../scripts/audit-verify/audit-verify.mjs'),
  );
  const differences: string[] = [];
  const summary: string[] = [];
  const code = await program.auditVerify(args, {
    log: (line) => summary.push(String(line)),
    error: (line) => differences.push(String(line)),
  });
  return { code, lines: [...differences, ...summary] };
}
