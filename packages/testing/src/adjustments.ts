import {
  type AdjustmentOutcome,
  adjustWithinLimit,
  type LedgerEntry,
  reverseWithinLimit,
} from '@partnerdesk/domain';

/** Adjusts a balance where no amount is beyond what one person may adjust. */
export const adjustBalance = async (input: Parameters<typeof adjustWithinLimit>[0]): Promise<LedgerEntry> =>
  entryOrThrow(await adjustWithinLimit(input));

/** Takes an adjustment back, as adjustBalance. */
export const reverseAdjustment = async (
  input: Parameters<typeof reverseWithinLimit>[0],
): Promise<LedgerEntry> => entryOrThrow(await reverseWithinLimit(input));

function entryOrThrow({ entry }: AdjustmentOutcome): LedgerEntry {
  if (!entry) throw new Error('it waits for a second person');
  return entry;
}
