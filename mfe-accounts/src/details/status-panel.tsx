import {
  type AffiliateRecord,
  CLOSED_ACCOUNT_STATUS,
  MAX_REASON,
  MESSAGE,
  OPEN_ACCOUNT_STATUSES,
} from '@partnerdesk/contracts';
import {
  Button,
  Form,
  formatInstant,
  SubmitButton,
  TextAreaField,
  useAlerts,
  useConfiguration,
  useForm,
  useLeaveGuard,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useUpdateAffiliateStatusMutation } from '../accounts.api';
import { conflictOf } from './section-values';
import { useEditFocus, useSavedRecord } from './use-edit';

const APPROVED = 1;

interface StatusPanelProps {
  record: AffiliateRecord;
  onRecord: (record: AffiliateRecord) => void;
}

/** The affiliate's status, and the ways to approve or close the account, each with a reason. */
export function StatusPanel({ record, onRecord }: StatusPanelProps) {
  const { businessTimezone } = useConfiguration();
  const [asking, setAsking] = useState<number>();
  const ref = useEditFocus(asking);
  const isOpen = (OPEN_ACCOUNT_STATUSES as readonly number[]).includes(record.status);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and presses of its form
    <div
      ref={ref}
      className="acc-status"
      onKeyDown={(event) => {
        // Escape that gives up a word of an input method is none.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || asking === undefined) return;
        // The details stay open.
        event.preventDefault();
        setAsking(undefined);
      }}
      onMouseDown={(event) => {
        // The second press of a double click on a button meets the form, and would take the focus from its field.
        if (asking !== undefined && event.detail > 1 && !isTyped(event.target)) event.preventDefault();
      }}
    >
      {asking === undefined ? (
        <>
          <span className="pd-panel-muted" tabIndex={-1}>
            {isOpen ? 'May log in.' : 'May not log in: the account is closed.'} Affiliate since{' '}
            {formatInstant(record.dateCreated, businessTimezone)}.
            {record.newEmailAddress &&
              ` The affiliate has entered ${record.newEmailAddress} as the new email: it waits to be confirmed.`}
          </span>
          {record.status !== APPROVED && (
            <Button
              variant="outline-primary"
              size="sm"
              data-edits={APPROVED}
              onClick={() => setAsking(APPROVED)}
            >
              {isOpen ? 'Approve account' : 'Reopen account'}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="outline-primary"
              size="sm"
              data-edits={CLOSED_ACCOUNT_STATUS}
              onClick={() => setAsking(CLOSED_ACCOUNT_STATUS)}
            >
              Close account
            </Button>
          )}
        </>
      ) : (
        <StatusForm
          record={record}
          status={asking}
          onRecord={onRecord}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

const isTyped = (target: EventTarget) => target instanceof HTMLTextAreaElement;

interface StatusFormProps {
  record: AffiliateRecord;
  status: number;
  onRecord: (record: AffiliateRecord) => void;
  onClose: () => void;
}

function StatusForm({ record, status, onRecord, onClose }: StatusFormProps) {
  const alerts = useAlerts();
  const [update] = useUpdateAffiliateStatusMutation();
  const findSaved = useSavedRecord('affiliate', record.affID);
  const text = 'Please enter a reason';
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? undefined : { alert: text, fields: { reason: text } }),
    submit: async ({ reason }) => {
      const { affID, version } = record;
      try {
        const answer = await update({ affID, status, reason: reason.trim(), version }).unwrap();
        const saved = await findSaved(answer, { ...record, status });
        if (!saved) return alerts.warning(MESSAGE.genericError);
        onRecord(saved);
        alerts.success(MESSAGE.affiliateUpdated);
        onClose();
      } catch (error) {
        // The reason stays, above the record as it is now.
        const current = conflictOf('affiliate', error);
        if (current) onRecord(current);
        throw error;
      }
    },
  });
  useLeaveGuard(form.values.reason !== '');
  const closing = status === CLOSED_ACCOUNT_STATUS;
  return (
    <Form form={form} label={closing ? 'Close account' : 'Approve account'}>
      <TextAreaField
        form={form}
        name="reason"
        label={closing ? 'Why is the account closed?' : 'Why is the account approved?'}
        rows={2}
        maxLength={MAX_REASON}
        hint={closing ? 'The affiliate is logged out at once.' : undefined}
        required
      />
      <div className="pd-form-end">
        <SubmitButton submitting={form.submitting} variant={closing ? 'danger' : 'primary'}>
          {closing ? 'Close account' : 'Approve account'}
        </SubmitButton>
        <Button variant="outline-primary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
