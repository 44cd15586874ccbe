import type { DecisionResult } from '@partnerdesk/contracts';
import { dismissDone, readFailure, useAlerts, useAppDispatch } from '@partnerdesk/web';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useUndoDecisionMutation } from '../moderation.api';
import { statusText } from '../status';

/** A call's outcome, as the mutations give it. */
export interface Sent<Answer> {
  data?: Answer;
  error?: unknown;
}

/** A decision that is to be sent. */
export interface DecisionCall<Answer> {
  ids: readonly number[];
  /** Named before what went wrong, because another item may be open by then; empty: it is about several. */
  name: string;
  call: () => PromiseLike<Sent<Answer>>;
  /** Shows what was decided, before another decision about these items may be made. */
  onDecided: (answer: Answer) => void;
}

/**
 * Sends decisions, at most one at a time for each item, and takes them back.
 * @param onUndone gets the items that are as they were before; several after a bulk decision
 */
export function useDecisions(underWay: UnderWay, onUndone: (items: readonly DecisionResult[]) => void) {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const [sendUndo] = useUndoDecisionMutation();
  const [trayOpen, setTrayOpen] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  // The last decision is known once all have been answered; what is decided after Undo comes after it.
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const undone = useRef<Promise<void>>(undefined);

  const undo = async (decisionID: string | undefined) => {
    const { data, error } = await sendUndo(decisionID);
    if (!data) return void alerts.failure(error);
    const items = [data, ...data.others.flatMap((other) => (other.ok ? [other] : []))];
    // Of several undone one after the other the last one is said: each text is true of its own item only.
    dispatch(dismissDone());
    alerts.success(undoneText(items));
    const refused = data.others.flatMap((other) => (other.ok ? [] : [other]));
    if (refused[0]) alerts.warning(`${refused.length} could not be undone: ${refused[0].message}`);
    onUndone(items);
  };

  return {
    busy: isUndoing || underWay.ids.size > 0,
    trayOpen,
    toggleTray: () => setTrayOpen(!trayOpen),
    /**
     * Sends a decision; raises why it was refused.
     * @returns undefined, with nothing sent, while another one about one of the items is under way
     */
    send: <Answer>({ ids, name, call, onDecided }: DecisionCall<Answer>) => {
      const work = underWay.run(ids, async () => {
        await undone.current;
        const { data, error } = await call();
        if (data === undefined) {
          const { kind, text } = readFailure(error).alert;
          alerts[kind](name ? `${name}: ${text}` : text);
        } else onDecided(data);
        return { data, error };
      });
      sent.current = Promise.all([sent.current, work]);
      return work;
    },
    /** Takes a decision back, without its id the last one, once those under way are answered. */
    undo: async (decisionID?: string) => {
      if (undone.current) return;
      undone.current = sent.current
        .then(() => undo(decisionID))
        .finally(() => {
          undone.current = undefined;
          setUndoing(false);
        });
      setUndoing(true);
      await undone.current;
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

function undoneText([first, ...others]: readonly DecisionResult[]): string {
  if (!first) return '';
  if (others.length > 0) return `Undone: ${others.length + 1} items are as they were before`;
  return `Undone: ${first.kind === 'image' ? 'photo' : first.kind} ${first.id} is ${statusText(first.kind, first.status)} again`;
}

/** Which items have a decision under way: until its answer a second one about the same item is ignored. */
export function useUnderWay() {
  // State comes a render too late for a key that is pressed twice.
  const now = useRef<ReadonlySet<number>>(new Set());
  const [ids, setIds] = useState(now.current);
  const has = useCallback((id: number) => now.current.has(id), []);
  const run = useCallback(
    /**
     * @param items ids that the work decides on
     * @returns undefined, with nothing done, while one of them has a decision under way
     */
    async <Result>(items: readonly number[], work: () => Promise<Result>): Promise<Result | undefined> => {
      if (items.some(has)) return undefined;
      const change = (next: Iterable<number>) => {
        now.current = new Set(next);
        setIds(now.current);
      };
      change([...now.current, ...items]);
      try {
        return await work();
      } finally {
        change([...now.current].filter((id) => !items.includes(id)));
      }
    },
    [has],
  );
  /** `ids` as last drawn; `has` answers for this very moment. */
  return useMemo(() => ({ ids, has, run }), [ids, has, run]);
}

export type UnderWay = ReturnType<typeof useUnderWay>;
