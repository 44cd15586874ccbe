import type { DecisionResult } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useRef, useState } from 'react';
import { useUndoDecisionMutation } from '../moderation.api';
import { statusText } from '../status-text';

/** A call's outcome, as the mutations give it. */
export interface Sent<Answer> {
  data?: Answer;
  error?: unknown;
}

/**
 * Sends decisions one at a time, and takes the last one back.
 * @param onUndone gets the items that are as they were before; several after a bulk decision
 */
export function useDecisions(onUndone: (items: readonly DecisionResult[]) => void) {
  const alerts = useAlerts();
  const [undoLast] = useUndoDecisionMutation();
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState('');
  // State comes a render too late for a key that is held down.
  const working = useRef(false);

  const alone = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (working.current) return undefined;
    working.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    /** This screen's last decision in words, until it is undone; empty before the first. */
    last,
    /**
     * Sends a decision; raises why it was refused.
     * @param inWords names the decision once it is made, e.g. `Photo 12 approved`; empty: nothing was decided
     * @returns undefined while another one is under way
     */
    send: <Answer>(inWords: (answer: Answer) => string, call: () => PromiseLike<Sent<Answer>>) =>
      alone(async () => {
        const { data, error } = await call();
        if (data === undefined) alerts.failure(error);
        else setLast((before) => inWords(data) || before);
        return { data, error };
      }),
    undo: () =>
      alone(async () => {
        const { data, error } = await undoLast();
        if (!data) return alerts.failure(error);
        setLast('');
        const undone = [data, ...data.others.flatMap((other) => (other.ok ? [other] : []))];
        alerts.success(undoneText(undone));
        const refused = data.others.flatMap((other) => (other.ok ? [] : [other]));
        if (refused[0]) alerts.warning(`${refused.length} could not be undone: ${refused[0].message}`);
        onUndone(undone);
      }),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

function undoneText([first, ...others]: readonly DecisionResult[]): string {
  if (!first) return '';
  if (others.length > 0) return `Undone: ${others.length + 1} items are as they were before`;
  return `Undone: ${first.kind} ${first.id} is ${statusText(first.kind, first.status)} again`;
}
