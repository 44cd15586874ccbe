import { duePostbacks, storePostbackCalls } from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/**
 * Stores calls for what the ledger has taken in, and has workers make those that are due: a job an affiliate, so that a
 * slow receiver holds up no other's calls. @returns of how many affiliates
 */
export async function enqueuePostbacks(queue: Queue): Promise<number> {
  await storePostbackCalls();
  const due = await duePostbacks();
  for (const affID of due)
    await enqueue(queue, 'call-postbacks', { affID }, { jobId: jobIdOf('call-postbacks', affID) });
  return due.length;
}
