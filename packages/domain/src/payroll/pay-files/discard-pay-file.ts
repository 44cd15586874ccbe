import { AppError, NOT_SENT_TO_BANK } from '@partnerdesk/contracts';
import type { By } from '../../audit/audit';
import { EffectsBuilder } from '../../ledger/effects-builder';
import { appendToJournal } from '../../ledger/journal';
import { finishPayFile } from './make-pay-file';
import { readPayFileOrThrow, type SettledPayFile, stateConflict } from './pay-file-state';

/**
 * Gives up a file that was not sent: those of its payments that are neither paid nor returned can be in another one.
 * @param reason NOT_SENT_TO_BANK, as the person typed it, where the file was downloaded
 * @throws AppError not_found, invalid_input for another reason than that, conflict (it was discarded before; `state` in
 *   the details)
 */
export async function discardPayFile(payFileID: number, by: By, reason = ''): Promise<SettledPayFile> {
  await finishPayFile(payFileID);
  return appendToJournal(async () => {
    const { state, ...file } = await readPayFileOrThrow(payFileID);
    if (state !== 'made' && state !== 'downloaded') {
      throw stateConflict({ ...file, state }, 'This pay file was discarded');
    }
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
