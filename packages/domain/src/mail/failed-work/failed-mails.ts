import { MailModel, type MailState, type StoredMail } from '../../platform';
import type { FailedItem, FailedWorkSource } from './summary';

/** Those that every try failed to send, and those that the mail server may have got. */
const FAILED: { state: { $in: MailState[] } } = { state: { $in: ['failed', 'unsure'] } };

/**
 * Mails that nobody tries to send any more. One that the mail server may have got is sent again only by itself: a person
 * decides whether it may arrive twice.
 */
export const failedMails = {
  async list(skip, limit) {
    const mails = await MailModel.find(FAILED, { textEncrypted: 0 })
      .sort({ createdAt: -1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .lean<StoredMail[]>();
    return mails.map(
      ({ _id: id, kind, createdAt: at, attempts, state, lastError }): FailedItem => ({
        id,
        what: kind,
        at,
        attempts,
        ...(state === 'unsure'
          ? { reason: 'The mail server may have it already', retry: 'alone' }
          : { reason: lastError ?? 'It could not be prepared', retry: 'with-all' }),
      }),
    );
  },
  /** They wait as new ones do; if their jobs are not made, a sweep makes them. */
  async retry(ids) {
    const { modifiedCount } = await MailModel.updateMany(
      { _id: { $in: [...ids] }, ...FAILED },
      { $set: { state: 'waiting', attempts: 0 }, $unset: { givenUpAt: 1 } },
    );
    return modifiedCount;
  },
} satisfies FailedWorkSource;
