import { ACCOUNT_KINDS, type AccountKind, erasureWords, KEPT_DATA_TEXT } from '@partnerdesk/contracts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  isApiError,
  isProofMissing,
  Moment,
  Panel,
  QueryView,
  readFailure,
  saveUrl,
  useAlerts,
} from '@partnerdesk/web';
import { useState } from 'react';
import type { AccountRecord } from '../accounts.api';
import {
  useErasePersonMutation,
  useExportPersonalDataMutation,
  useGetErasureQuery,
  useLazyGetAccountQuery,
} from '../accounts.api';

interface PersonalDataPanelProps {
  kind: AccountKind;
  id: number;
  onRecord: (record: AccountRecord) => void;
}

/** Everything about the person as a file, and erasing it (docs/RULES.md, Personal data). */
export function PersonalDataPanel({ kind, id, onRecord }: PersonalDataPanelProps) {
  const [exportData, { isLoading }] = useExportPersonalDataMutation();
  const [erasing, setErasing] = useState(false);
  const alerts = useAlerts();
  const save = async () => {
    const file = await exportData({ kind, id });
    if (file.data) saveUrl(`personal-data-${kind}-${id}.ndjson`, file.data);
    else if (isApiError(file.error) && !isProofMissing(file.error)) alerts.failure(file.error);
  };
  return (
    <>
      <Panel title="Personal data" className="acc-section">
        <p className="pd-panel-muted">
          Everything stored about this person as a file, numbers in clear; and erasing it for good.
        </p>
        <div className="pd-actions">
          <Button
            variant="outline-primary"
            size="sm"
            aria-disabled={isLoading}
            onClick={() => !isLoading && save()}
          >
            Export personal data
          </Button>
          <Button variant="outline-danger" size="sm" onClick={() => setErasing(true)}>
            Erase personal data
          </Button>
        </div>
      </Panel>
      {erasing && <EraseDialog kind={kind} id={id} onRecord={onRecord} onClose={() => setErasing(false)} />}
    </>
  );
}

function EraseDialog({ kind, id, onRecord, onClose }: PersonalDataPanelProps & { onClose: () => void }) {
  const alerts = useAlerts();
  const query = useGetErasureQuery({ kind, id }, { refetchOnMountOrArgChange: true });
  const [erase, { isLoading }] = useErasePersonMutation();
  const [readAgain] = useLazyGetAccountQuery();
  const words = erasureWords(kind, id);
  const confirm = async () => {
    const { error } = await erase({ kind, id, confirm: words });
    onClose();
    if (error) return alerts.warning(readFailure(error).reason || 'The person could not be erased.');
    alerts.success(`${ACCOUNT_KINDS[kind].label} ${id} was erased.`);
    const { data } = await readAgain({ kind, id });
    if (data) onRecord(data);
  };
  const plan = query.currentData;
  const title = `Erase ${kind} ${id}`;
  if (!plan || plan.erasedAt || plan.obstacle)
    return (
      <Dialog title={title} onClose={onClose}>
        <QueryView query={query} failure="What erasing would keep could not be loaded.">
          {({ erasedAt, obstacle }) => (
            <p>
              {erasedAt ? (
                <>
                  This person was erased on <Moment at={erasedAt} />.
                </>
              ) : (
                `${obstacle}.`
              )}
            </p>
          )}
        </QueryView>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={title}
      summary={plan.kept.map(({ what, documents, why }) => [
        `${KEPT_DATA_TEXT[what] ?? what} (${documents})`,
        why,
      ])}
      note={`${plan.kept.length > 0 ? 'This stays. All else' : 'Everything'} that says who this person is goes for good: there is no way back. Export the data first.`}
      typed={words}
      confirmLabel="Erase personal data"
      danger
      busy={isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
