import type { ClaimInfo, ImageType, ReviewKind } from '@partnerdesk/contracts';
import { isApiError, useSearchParams } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { type Sent, useDecisions } from '../decisions/use-decisions';
import type { Why } from '../moderation.api';
import { isHeldByOther } from './claim-note';
import { useOpenedItem } from './use-opened-item';

/** What every item of the two lists has. */
export interface ReviewItem {
  review: number;
  claim?: ClaimInfo;
  /** ISO 8601 */
  dateCreated: string;
}

/** A list of pending items, and how they are judged. */
export interface ReviewOptions<Row extends ReviewItem> {
  kind: Exclude<ReviewKind, 'image'>;
  query: { data?: Row[]; isError: boolean; isFetching: boolean; refetch: () => unknown };
  idOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** Its picture; without one `photo` is empty. */
  photoOf: (row: Row) => { type: ImageType; photo: string };
  approve: (row: Row) => PromiseLike<Sent<unknown>>;
  reject: (row: Row, why: Why) => PromiseLike<Sent<unknown>>;
  /** Another item is opened. */
  onOpen?: (row: Row) => void;
}

/** The pending items, the open one of them (the address names it), and decisions; what is decided leaves the list. */
export function useReview<Row extends ReviewItem>(options: ReviewOptions<Row>) {
  const { kind, query, idOf, nameOf, approve, reject, onOpen } = options;
  const [params, setParams] = useSearchParams();
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [rejecting, setRejecting] = useState<Row>();
  const rows = (query.data ?? []).filter((row) => !gone.has(idOf(row)));
  const openID = Number(params.get('id')) || undefined;
  const index = rows.findIndex((row) => idOf(row) === openID);
  const current = rows[index];
  const { opened, failure, reopen } = useOpenedItem(kind, current && openID);

  const goTo = (id: number | undefined) =>
    setParams(id === undefined ? {} : { id: String(id) }, { replace: true, preventScrollReset: true });
  const open = (row: Row | undefined) => {
    if (row) onOpen?.(row);
    goTo(row && idOf(row));
  };
  const decisions = useDecisions((items) => {
    const back = items.filter((item) => item.kind === kind).map(({ id }) => id);
    if (back.length === 0) return;
    setGone(new Set([...gone].filter((id) => !back.includes(id))));
    goTo(back[0]);
  });

  const first = params.get('open') === 'next' ? rows.find(({ claim }) => !isHeldByOther(claim)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens what has been found, once
  useEffect(() => {
    if (first) open(first);
  }, [first]);

  const settle = async (row: Row, done: string, send: () => PromiseLike<Sent<unknown>>) => {
    const id = idOf(row);
    const sent = await decisions.send(() => `${nameOf(row)} (${id}) ${done}`, send);
    if (!sent) return;
    if (sent.data !== undefined) {
      setGone(new Set(gone).add(id));
      const isFree = (other: Row) => other !== row && !isHeldByOther(other.claim);
      return open(rows.slice(index + 1).find(isFree) ?? rows.find(isFree));
    }
    void reopen(id);
    if (isApiError(sent.error) && ['conflict', 'not_found'].includes(sent.error.code)) void query.refetch();
  };

  return {
    rows,
    openID,
    current,
    opened,
    failure,
    decisions,
    open,
    step: (by: 1 | -1) => {
      const next = rows[index < 0 ? 0 : index + by];
      if (next) open(next);
    },
    approve: () => current && void settle(current, 'approved', () => approve(current)),
    /** What is about to be rejected, once its reason is given. */
    rejecting,
    startRejection: () => setRejecting(current),
    cancelRejection: () => setRejecting(undefined),
    reject: (why: Why) => {
      setRejecting(undefined);
      if (rejecting) void settle(rejecting, 'rejected', () => reject(rejecting, why));
    },
  };
}

export type Review<Row extends ReviewItem> = ReturnType<typeof useReview<Row>>;
