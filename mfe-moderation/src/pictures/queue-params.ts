import { IMAGE_STATUS, type ImageOrder } from '@partnerdesk/contracts';
import { useSearchParams } from '@partnerdesk/web';
import { useMemo } from 'react';

/** What of a queue stands in the address, so that a reload, a bookmark or a colleague comes to the same place. */
export interface QueueParams {
  /** undefined: all that are listed. */
  status: number | undefined;
  order: ImageOrder;
  /** Only this person's: the account's details link here with the id. */
  staffID: number | undefined;
  memberID: number | undefined;
  photoID: number | undefined;
  /** The first that waits is to be opened, once the list is there. */
  opensNext: boolean;
}

export const STATUS_FILTERS = [
  { value: String(IMAGE_STATUS.unprocessed), label: 'Unprocessed' },
  { value: String(IMAGE_STATUS.approved), label: 'Approved' },
  { value: String(IMAGE_STATUS.rejected), label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const;

const readId = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined);

/** Of one person all pictures are shown, unless a status is asked for. */
function readStatus(text: string | null, ofOne: boolean): number | undefined {
  if (text === 'all' || (ofOne && text === null)) return undefined;
  return STATUS_FILTERS.some(({ value }) => value === text) ? Number(text) : IMAGE_STATUS.unprocessed;
}

/** Reads and writes them. Unless it is asked for, a change makes no entry of history. */
export function useQueueParams() {
  const [params, setParams] = useSearchParams();
  const queue = useMemo<QueueParams>(() => {
    const [staffID, memberID] = [readId(params.get('staffID')), readId(params.get('memberID'))];
    return {
      status: readStatus(params.get('status'), Boolean(staffID ?? memberID)),
      order: params.get('order') === 'newest' ? 'newest' : 'oldest',
      staffID,
      memberID,
      photoID: readId(params.get('photo')),
      opensNext: params.get('open') === 'next',
    };
  }, [params]);

  const change = (
    changes: Record<string, string | undefined>,
    entry: { replace: boolean; state?: unknown } = { replace: true },
  ) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { ...entry, preventScrollReset: true });
  };
  return { queue, change };
}
