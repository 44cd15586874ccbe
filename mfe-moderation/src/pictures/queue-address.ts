import { IMAGE_STATUS, type ImageOrder } from '@partnerdesk/contracts';
import { useSearchParams } from '@partnerdesk/web';
import { useMemo } from 'react';

/** What of a queue stands in the address, so that a reload, a bookmark or a colleague comes to the same place. */
export interface QueueAddress {
  /** undefined: all that are listed. */
  status: number | undefined;
  order: ImageOrder;
  /** The opened picture. */
  photoID: number | undefined;
}

export const STATUS_FILTERS = [
  { value: String(IMAGE_STATUS.unprocessed), label: 'Unprocessed' },
  { value: String(IMAGE_STATUS.approved), label: 'Approved' },
  { value: String(IMAGE_STATUS.rejected), label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const;

function readStatus(text: string | null): number | undefined {
  if (text === 'all') return undefined;
  return STATUS_FILTERS.some(({ value }) => value === text) ? Number(text) : IMAGE_STATUS.unprocessed;
}

/** Reads and writes the address. Moving from picture to picture makes no history of its own. */
export function useQueueAddress() {
  const [params, setParams] = useSearchParams();
  const address = useMemo<QueueAddress>(() => {
    const photoID = Number(params.get('photo'));
    return {
      status: readStatus(params.get('status')),
      order: params.get('order') === 'newest' ? 'newest' : 'oldest',
      photoID: Number.isSafeInteger(photoID) && photoID > 0 ? photoID : undefined,
    };
  }, [params]);

  const change = (changes: Record<string, string | undefined>, { replace = true } = {}) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return { address, change };
}
