import type { ClaimInfo, ImageType, ReviewKind } from '@partnerdesk/contracts';
import { isApiError, NARROW, useAlerts, useMedia, useOpening, useSearchParams } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { type Sent, useDecisions, useUnderWay } from '../decisions/use-decisions';
import type { Why } from '../moderation.api';
import { heldText, isHeldByOther } from '../presence/claim-note';
import { usePresence } from '../presence/use-presence';
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
}

/**
 * The pending items, the open one of them (the address names it), and decisions; what is decided leaves the list.
 * @param isUnread whether an item's picture has to be shown before it can be approved
 */
export function useReview<Row extends ReviewItem>(
  options: ReviewOptions<Row>,
  isUnread: (row: Row) => boolean,
) {
  const { kind, query, idOf, nameOf, approve, reject } = options;
  const alerts = useAlerts();
  const [params, setParams] = useSearchParams();
  const underWay = useUnderWay();
  // Also known before it is drawn: a key that is pressed at once must not decide on what is gone.
  /** Of each that was decided here how often it had been decided before: one that waits again is another matter. */
  const latestGone = useRef<ReadonlyMap<number, number>>(new Map());
  const [gone, setGone] = useState(latestGone.current);
  const change = (next: Iterable<readonly [id: number, review: number]>) => {
    latestGone.current = new Map(next);
    setGone(latestGone.current);
  };
  const isIn = (decided: ReadonlyMap<number, number>, row: Row) =>
    row.review <= (decided.get(idOf(row)) ?? -1);
  const [rejecting, setRejecting] = useState<Row>();
  const rows = (query.data ?? []).filter((row) => !isIn(gone, row));
  const openID = Number(params.get('id')) || undefined;
  const index = rows.findIndex((row) => idOf(row) === openID);
  const current = rows[index];
  const presence = usePresence(kind);
  const { opened, failure, retry, reopen } = useOpenedItem(kind, current && openID, underWay.has, presence);

  const claim = opened ? opened.claim : current?.claim;
  /** Says why, and asks whether it is free by now. */
  const refusesHeld = (): boolean => {
    if (openID === undefined || !isHeldByOther(claim)) return false;
    alerts.warning(heldText(claim));
    void reopen(openID);
    return true;
  };

  const opening = useOpening(openID !== undefined);
  const goTo = (id: number, how?: { byItself: boolean }) =>
    setParams({ id: String(id) }, { ...opening.entryOf(how), preventScrollReset: true });
  const open = (row: Row, how?: { byItself: boolean }) => goTo(idOf(row), how);
  const close = () => opening.close(() => setParams({}, { replace: true, preventScrollReset: true }));
  const decisions = useDecisions(underWay, (items) => {
    const back = items.filter((item) => item.kind === kind).map(({ id }) => id);
    const [shown] = back;
    if (shown === undefined) return;
    change([...latestGone.current].filter(([id]) => !back.includes(id)));
    goTo(shown);
  });

  // The first is opened with the screen where it has room beside the list, and where a link asks for the next; once it
  // is closed, the list stays.
  const isStarted = useRef(false);
  const isAlone = useMedia(NARROW);
  const opensFirst = !isAlone && !isStarted.current && openID === undefined;
  const asksForNext = params.get('open') === 'next' || opensFirst;
  const first = asksForNext ? rows.find((row) => !presence.isTaken(idOf(row), row.claim)) : undefined;
  useEffect(() => {
    isStarted.current ||= rows.length > 0;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens what has been found, once
  useEffect(() => {
    if (first) open(first, { byItself: true });
  }, [first]);

  // What is open, and what waits, once the answer comes.
  const latest = useRef({ rows, openID });
  useEffect(() => {
    latest.current = { rows, openID };
  });
  /** Opens the next that is free, behind the last one the first; false if there is none. */
  const goOn = (from: number): boolean => {
    const { rows: all } = latest.current;
    const at = all.findIndex((row) => idOf(row) === from);
    const isFree = (row: Row) =>
      idOf(row) !== from && !underWay.has(idOf(row)) && !presence.isTaken(idOf(row), row.claim);
    const next = all.slice(at + 1).find(isFree) ?? all.find(isFree);
    if (next) open(next);
    return next !== undefined;
  };

  const mayDecide = (row: Row) => !underWay.has(idOf(row)) && !isIn(latestGone.current, row);
  const decide = async (row: Row, call: () => PromiseLike<Sent<unknown>>) => {
    const id = idOf(row);
    const work = decisions.send<unknown>({
      ids: [id],
      name: `${nameOf(row)} (${id})`,
      call,
      onDecided: () => change([...latestGone.current, [id, row.review]]),
    });
    // Nobody waits for the answer, except where nothing else is left to judge.
    const goesOn = goOn(id);
    const sent = await work;
    if (!sent) return;
    if (sent.data !== undefined) {
      if (!goesOn && latest.current.openID === id && !goOn(id)) close();
      return;
    }
    void reopen(id);
    if (isApiError(sent.error) && ['conflict', 'not_found'].includes(sent.error.code)) void query.refetch();
  };

  return {
    rows,
    openID,
    current,
    opened,
    claim,
    failure,
    retry,
    decisions,
    presence,
    open,
    close,
    step: (by: 1 | -1) => {
      const next = rows[index < 0 ? 0 : index + by];
      if (next) open(next);
    },
    busy: openID !== undefined && underWay.ids.has(openID),
    approve: () => {
      if (!current || !mayDecide(current) || refusesHeld()) return;
      if (isUnread(current))
        return alerts.warning(`Show the photo of ${kind} ${openID} before you approve it`);
      void decide(current, () => approve(current));
    },
    /** What is about to be rejected, once its reason is given. */
    rejecting,
    startRejection: () => {
      if (current && mayDecide(current) && !refusesHeld()) setRejecting(current);
    },
    cancelRejection: () => setRejecting(undefined),
    reject: (why: Why) => {
      setRejecting(undefined);
      if (rejecting) void decide(rejecting, () => reject(rejecting, why));
    },
  };
}

export type Review<Row extends ReviewItem> = ReturnType<typeof useReview<Row>>;
