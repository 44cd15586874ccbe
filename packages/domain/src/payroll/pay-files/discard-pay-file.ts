import { AppError, NOT_SENT_TO_BANK } from '@partnerdesk/contracts';
import type { By } from '../../audit/audit';
import { EffectsBuilder } from '../../ledger/effects-builder';
import { appendToJournal } from '../../ledger/journal';
import type { PayFileRecord } from '../../ledger/pay-file.models';
import { readPayFileOrThrow, stateConflict } from './pay-file-state';

/**
 * Gives up a file that was not sent, or ends its making: those of its payments that are neither paid nor returned can be in another one.
 * @param reason NOT_SENT_TO_BANK, as the person typed it, where the file was downloaded
 * @throws AppError not_found, invalid_input for another reason than that, conflict (it was discarded before; `state` in
 *   the details)
 */
export async function discardPayFile(payFileID: number, by: By, reason = ''): Promise<PayFileRecord> {
  return appendToJournal(async () => {
    const file = await readPayFileOrThrow(payFileID);
    const { state } = file;
    if (state === 'discarded') throw stateConflict(file, 'This pay file was discarded');
    const sentMaybe = state === 'downloaded';
    if (sentMaybe && reason !== NOT_SENT_TO_BANK) {
      const text = `This pay file was downloaded: type “${NOT_SENT_TO_BANK}” to discard it`;
      throw new AppError('invalid_input', text, { reason: text });
    }
    const builder = new EffectsBuilder();
    builder.changePayFile(payFileID, { set: { state: 'discarded' } });
    return {
      effects: builder.build(),
      note: `pay file ${payFileID}: discarded`,
      audits: [
        {
          ...by,
          action: 'pay-file.discarded',
          subject: { type: 'payFile', id: payFileID },
          before: { state },
          after: { state: 'discarded', ...(sentMaybe && { reason }) },
        },
      ],
      result: { ...file, state: 'discarded' },
    };
  });
}
