import { finishPayFile } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';

/** Makes a pay file that is begun (docs/RULES.md, Payroll). What it has claimed is in the file's own record. */
export async function makePayFileJob({ payFileID }: JobPayloads['make-pay-file']): Promise<void> {
  await finishPayFile(payFileID);
}
