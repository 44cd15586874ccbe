import { type FraudRule, type FraudSignalRow, MAX_SIGNAL_NOTE } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  Dialog,
  isConflict,
  Moment,
  Panel,
  QueryView,
  readFailure,
  useAlerts,
} from '@partnerdesk/web';
import { type FormEvent, useId, useState } from 'react';
import { useGetFraudSignalsQuery, useReviewFraudSignalMutation } from '../accounts.api';

const TITLE: Record<FraudRule, string> = {
  'own-sign-ups': 'Own sign-ups',
  'click-burst': 'Burst of clicks',
  'join-burst': 'Burst of joins',
  'refund-rate': 'Refund rate',
  'shared-account': 'Shared payout account',
  'disposable-mail': 'Disposable email',
};

/** What somebody should look at before this affiliate is paid; it blocks nothing (docs/RULES.md, Fraud signals). */
export function SignalsPanel({ affID }: { affID: number }) {
  const query = useGetFraudSignalsQuery(affID, { refetchOnMountOrArgChange: true });
  const [reviewing, setReviewing] = useState<FraudSignalRow>();
  return (
    <Panel title="Signals" className="acc-section">
      <QueryView query={query} failure="The signals could not be loaded.">
        {(signals) =>
          signals.length === 0 ? (
            <p className="pd-panel-muted">Nothing to look at.</p>
          ) : (
            <ul className="acc-signals">
              {signals.map((signal) => (
                <Signal key={signal.id} signal={signal} onReview={() => setReviewing(signal)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {reviewing && <ReviewDialog signal={reviewing} onClose={() => setReviewing(undefined)} />}
    </Panel>
  );
}

function Signal({ signal, onReview }: { signal: FraudSignalRow; onReview: () => void }) {
  const { rule, reason, lastAt, review } = signal;
  return (
    <li>
      <div>
        <strong>{TITLE[rule]}</strong>{' '}
        <Badge tone={review ? 'neutral' : 'caution'}>{review ? 'Reviewed' : 'To review'}</Badge>
        <div>{reason}</div>
        <div className="pd-panel-muted">
          {review ? (
            <>
              {review.by}, <Moment at={review.at} />: {review.note}
            </>
          ) : (
            <>
              Found last <Moment at={lastAt} />
            </>
          )}
        </div>
      </div>
      {!review && (
        <Button variant="outline-primary" size="sm" onClick={onReview} aria-label={`Review: ${reason}`}>
          Review
        </Button>
      )}
    </li>
  );
}

function ReviewDialog({ signal, onClose }: { signal: FraudSignalRow; onClose: () => void }) {
  const alerts = useAlerts();
  const field = useId();
  const [note, setNote] = useState('');
  const [review, { isLoading }] = useReviewFraudSignalMutation();
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const { error } = await review({ id: signal.id, note });
    // What was written is sent again, unless somebody else was first.
    if (!error || isConflict(error)) onClose();
    if (error) return alerts.warning(readFailure(error).reason || 'The signal could not be reviewed.');
    alerts.success('The signal was marked as reviewed.');
  };
  return (
    <Dialog title="Review signal" onClose={onClose}>
      <form onSubmit={confirm}>
        <p>{signal.reason}</p>
        <label htmlFor={field} className="form-label">
          What did you find?
        </label>
        <textarea
          id={field}
          className="form-control"
          rows={3}
          maxLength={MAX_SIGNAL_NOTE}
          required
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="pd-dialog-end">
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isLoading}>
            Mark as reviewed
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
