import { type ClaimInfo, MESSAGE, type ReviewKind } from '@partnerdesk/contracts';
import {
  Button,
  EmptyState,
  isApiError,
  Panel,
  QueryView,
  Screen,
  useAlerts,
  useSearchParams,
} from '@partnerdesk/web';
import { type ReactNode, useRef, useState } from 'react';
import { useCare } from '../care/use-care';
import { useGetReasonsQuery, useUndoDecisionMutation, type Why } from '../moderation.api';
import { ClaimNote, isHeldByOther } from './claim-note';
import { HelpDialog } from './help-dialog';
import { History } from './history';
import { RejectDialog } from './reject-dialog';
import { statusText } from './status-text';
import { type KeyAction, useKeys } from './use-keys';
import { useOpenedItem } from './use-opened-item';
import '../moderation.css';

/** What every item of the two lists has. */
interface Item {
  review: number;
  claim?: ClaimInfo;
}

/** A decision's answer, as the mutations give it. */
type Sent = Promise<{ data?: unknown; error?: unknown }>;

interface ReviewScreenProps<Row extends Item> {
  title: string;
  kind: Exclude<ReviewKind, 'image'>;
  /** What the list is empty of. */
  empty: string;
  failure: string;
  query: { data?: Row[]; isError: boolean; isFetching: boolean; refetch: () => unknown };
  idOf: (row: Row) => number;
  /** The opened item. */
  children: (row: Row, show: { revealed: boolean; care: ReturnType<typeof useCare>['care'] }) => ReactNode;
  /** Further actions by key. */
  extraKeys?: readonly KeyAction[];
  approve: (row: Row) => Sent;
  reject: (row: Row, why: Why) => Sent;
  /** Another item is opened. */
  onOpen?: (row: Row) => void;
}

/** A list of what awaits approval, each with 'view'; the opened one with approve and reject (docs/PRODUCT.md §2). */
export function ReviewScreen<Row extends Item>(props: ReviewScreenProps<Row>) {
  const { title, kind, empty, failure, query, idOf } = props;
  const alerts = useAlerts();
  const [params, setParams] = useSearchParams();
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const [rejecting, setRejecting] = useState<Row>();
  const [help, setHelp] = useState(false);
  const [revealed, setRevealed] = useState<number>();
  const { care, toggle } = useCare();
  const [undoLast] = useUndoDecisionMutation();
  // There before the dialog that shows them: R and a digit may follow at once.
  useGetReasonsQuery();
  const working = useRef(false);

  const rows = (query.data ?? []).filter((row) => !gone.has(idOf(row)));
  const asked = Number(params.get('id')) || undefined;
  const index = rows.findIndex((row) => idOf(row) === asked);
  const current = rows[index];
  const { opened, failure: openFailure, reopen } = useOpenedItem(kind, current && idOf(current));

  const open = (row: Row | undefined) => {
    if (row) props.onOpen?.(row);
    setParams(row ? { id: String(idOf(row)) } : {}, { replace: true, preventScrollReset: true });
  };
  const step = (by: 1 | -1) => {
    const next = rows[index < 0 ? 0 : index + by];
    if (next) open(next);
  };
  const settle = async (row: Row, send: () => Sent) => {
    if (working.current) return;
    working.current = true;
    const { error } = await send();
    working.current = false;
    if (!error) {
      setGone(new Set(gone).add(idOf(row)));
      const free = (other: Row) => other !== row && !isHeldByOther(other.claim);
      return open(rows.slice(index + 1).find(free) ?? rows.find(free));
    }
    const known = isApiError(error) && ['conflict', 'not_found'].includes(error.code) && error.message;
    if (known) alerts.warning(error.message);
    else alerts.danger(MESSAGE.genericError);
    void reopen(idOf(row));
    if (known) void query.refetch();
  };
  const undo = async () => {
    const { data, error } = await undoLast();
    if (!data) {
      if (isApiError(error) && error.message) alerts.warning(error.message);
      else alerts.danger(MESSAGE.genericError);
      return;
    }
    alerts.success(`Undone: ${data.kind} ${data.id} is ${statusText(data.kind, data.status)} again`);
    if (data.kind !== kind) return;
    const next = new Set(gone);
    next.delete(data.id);
    setGone(next);
    setParams({ id: String(data.id) }, { replace: true });
  };

  const keys: KeyAction[] = [
    { keys: ['ArrowRight', 'j'], label: 'View the next', run: () => step(1) },
    { keys: ['ArrowLeft', 'k'], label: 'View the previous', run: () => step(-1) },
    {
      keys: ['a'],
      label: 'Approve',
      run: () => current && void settle(current, () => props.approve(current)),
    },
    {
      keys: ['r'],
      label: 'Reject; then a digit for the reason',
      run: () => current && setRejecting(current),
    },
    ...(props.extraKeys ?? []),
    { keys: ['u'], label: 'Undo my last decision', run: () => void undo() },
    {
      keys: ['v'],
      label: 'Show the photo plainly, or cover it',
      run: () => setRevealed(revealed === asked ? undefined : asked),
    },
    { keys: ['b'], label: 'Blur all on or off', run: () => toggle('blur') },
    { keys: ['g'], label: 'Gray all on or off', run: () => toggle('grayscale') },
    { keys: ['Escape'], label: 'Close', run: () => open(undefined) },
    { keys: ['?'], label: 'This help', run: () => setHelp(true) },
  ];
  useKeys(keys);

  return (
    <Screen
      title={title}
      actions={
        <Button variant="outline-primary" size="sm" onClick={() => setHelp(true)}>
          Keyboard{' '}
          <span className="pd-key" aria-hidden="true">
            ?
          </span>
        </Button>
      }
    >
      <QueryView query={query} failure={failure}>
        {() =>
          rows.length === 0 ? (
            <EmptyState text={empty} />
          ) : (
            <div className={`pd-review ${current ? 'pd-review-open' : ''}`}>
              <ul className="pd-pending">
                {rows.map((row) => (
                  <li key={idOf(row)} className={row === current ? 'pd-pending-current' : undefined}>
                    <span>{idOf(row)}</span>
                    {isHeldByOther(row.claim) && <span className="pd-panel-muted">open: {row.claim.by}</span>}
                    <Button
                      variant="outline-primary"
                      size="sm"
                      aria-label={`view ${idOf(row)}`}
                      aria-pressed={row === current}
                      onClick={() => open(row)}
                    >
                      view
                    </Button>
                  </li>
                ))}
              </ul>
              {current && (
                <Panel className="pd-opened">
                  <ClaimNote claim={opened ? opened.claim : current.claim} />
                  {openFailure && (
                    <p className="pd-refusal">{openFailure.message || 'This could not be opened.'}</p>
                  )}
                  {opened && opened.review > current.review && (
                    <p className="pd-refusal">
                      It was judged meanwhile: {statusText(kind, opened.status)}. See its history.
                    </p>
                  )}
                  {props.children(current, { revealed: revealed === asked, care })}
                  <div className="pd-viewer-actions">
                    <Button
                      variant="approve"
                      // The second click of a double click would approve the next, unseen.
                      onClick={({ detail }) =>
                        detail <= 1 && void settle(current, () => props.approve(current))
                      }
                    >
                      approve{' '}
                      <span className="pd-key" aria-hidden="true">
                        A
                      </span>
                    </Button>
                    <Button variant="reject" onClick={() => setRejecting(current)}>
                      reject{' '}
                      <span className="pd-key" aria-hidden="true">
                        R
                      </span>
                    </Button>
                  </div>
                  {opened && opened.history.length > 0 && <History kind={kind} lines={opened.history} />}
                </Panel>
              )}
            </div>
          )
        }
      </QueryView>
      {help && <HelpDialog actions={keys} onClose={() => setHelp(false)} />}
      {rejecting && (
        <RejectDialog
          what={`${kind} ${idOf(rejecting)}`}
          onClose={() => setRejecting(undefined)}
          onReject={(why) => {
            const row = rejecting;
            setRejecting(undefined);
            void settle(row, () => props.reject(row, why));
          }}
        />
      )}
    </Screen>
  );
}
