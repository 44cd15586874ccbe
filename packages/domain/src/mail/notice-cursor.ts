import { plainModel, upsert } from '../platform';

/** How far mails of one kind are. */
interface NoticeCursor {
  /** `payments`, `paid`, `weekly`, `digest`. */
  _id: string;
  /** Of `weekly`: the first day of the week in which the mails go out; of `digest`: the day that is done. */
  period?: string;
  /** Number of the journal record, or affID, through which they are stored. */
  through?: number;
  /** Of `weekly`: everybody of this week has theirs. */
  done?: boolean;
}

export const NoticeCursorModel = plainModel<NoticeCursor>('NoticeCursor', 'noticeCursors', String);

/** One that another worker has moved further stays. */
export async function moveThrough(_id: string, through: number): Promise<void> {
  await upsert(NoticeCursorModel, { _id }, { $max: { through } });
}
