import { decisionText, nounOfItem, type QueueName, type UndoableDecision } from '@partnerdesk/contracts';
import { Button, formatAge, formatCount, Moment, singleClick } from '@partnerdesk/web';
import { ChevronDown } from '@partnerdesk/web/icons';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { Decisions } from '../decisions/use-decisions';
import { Key } from '../key';
import { useGetDecisionsQuery, useGetProgressQuery } from '../moderation.api';

type TrayProps = Pick<Decisions, 'busy' | 'undo' | 'trayOpen' | 'toggleTray'>;

/** How far the queue is, and the last decisions with the way to take them back. */
export function QueueLine({ queue, decisions }: { queue: QueueName; decisions: TrayProps }) {
  const { data: progress } = useGetProgressQuery(queue);
  return (
    <div className="mod-queue-line">
      <span>
        {progress && (
          <>
            <strong>{formatCount(progress.left)}</strong> left
            <span className="mod-further">
              , {formatCount(progress.doneToday)} done today
              {progress.oldest && `, oldest ${formatAge(progress.oldest)}`}
            </span>
          </>
        )}
      </span>
      <UndoTray {...decisions} />
    </div>
  );
}

/** The person's last decisions, of whatever queue, each with Undo: the last one in view, all in a list under it. */
function UndoTray({ busy, undo, trayOpen, toggleTray }: TrayProps) {
  const { data: decisions = [] } = useGetDecisionsQuery();
  const [last] = decisions;
  const listId = useId();
  const trayRef = useRef<HTMLDivElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (trayOpen) (listRef.current?.querySelector('button') ?? listRef.current)?.focus();
  }, [trayOpen]);
  // The button that had the focus may go with its decision, by the key U, too: the focus stays beside it.
  const isFocused = useRef(false);
  useEffect(() => {
    if (decisions && isFocused.current && !trayRef.current?.contains(document.activeElement))
      (listRef.current ?? trayRef.current)?.focus();
  }, [decisions]);

  const close = () => {
    toggleTray();
    // Its own button is there for the sake of the list, where there is nothing to undo.
    (last ? toggleRef : trayRef).current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !trayOpen) return;
    // It does not close the item that is open, too.
    event.preventDefault();
    close();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    isFocused.current = currentTarget.contains(relatedTarget);
    if (trayOpen && relatedTarget && !currentTarget.contains(relatedTarget)) toggleTray();
  };
  /** The button goes with its decision: the focus stays beside it. The second click of a double click would meet another one. */
  const undoBy = (place: RefObject<HTMLElement | null>, decisionID?: string) =>
    singleClick(() => {
      place.current?.focus();
      void undo(decisionID);
    });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons in it
    <div
      className="mod-tray"
      ref={trayRef}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={onBlur}
    >
      <span className="mod-last" role="status" title={last && decisionText(last)}>
        {last && (
          <>
            <span className="visually-hidden">Your last decision: </span>
            {decisionText(last)}
          </>
        )}
      </span>
      {last && (
        <Button variant="outline-primary" size="sm" aria-disabled={busy} onClick={undoBy(trayRef)}>
          Undo <Key>U</Key>
        </Button>
      )}
      {(last || trayOpen) && (
        <Button
          ref={toggleRef}
          variant="outline-primary"
          size="sm"
          title="Your last decisions"
          aria-expanded={trayOpen}
          aria-controls={listId}
          onClick={trayOpen ? close : toggleTray}
        >
          <span className="visually-hidden">Your last decisions</span>
          <span className="mod-tray-word" aria-hidden="true">
            Decisions{' '}
          </span>
          <Key>T</Key> <ChevronDown size={16} />
        </Button>
      )}
      {trayOpen && (
        <section
          id={listId}
          ref={listRef}
          className="mod-tray-list"
          aria-label="Your last decisions"
          tabIndex={-1}
        >
          <DecisionList
            decisions={decisions}
            busy={busy}
            undo={(decisionID) => undoBy(listRef, decisionID)}
          />
        </section>
      )}
    </div>
  );
}

interface DecisionListProps {
  decisions: readonly UndoableDecision[];
  busy: boolean;
  /** What a click on a decision's Undo does. */
  undo: (decisionID: string) => (event: MouseEvent) => void;
}

/** What was decided, where and when, the last first. */
function DecisionList({ decisions, busy, undo }: DecisionListProps) {
  if (decisions.length === 0) return <p className="pd-panel-muted">There is nothing to undo.</p>;
  return (
    <ol className="pd-list">
      {decisions.map((decision) => (
        <li key={decision.decisionID} className="mod-tray-row">
          <span className="mod-tray-what">
            {decisionText(decision)}
            <span className="pd-panel-muted">
              {nounOfItem(decision)}, <Moment at={decision.at} />
            </span>
          </span>
          <Button
            variant="outline-primary"
            size="sm"
            aria-label={`Undo: ${decisionText(decision)}`}
            aria-disabled={busy}
            onClick={undo(decision.decisionID)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ol>
  );
}
