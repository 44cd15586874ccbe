import { Button, formatCount } from '@partnerdesk/web';
import type { Display } from '../display/use-display';
import { KeyboardButton } from '../key';
import { type QueueParams, STATUS_FILTERS } from './queue-params';

interface ToolbarProps {
  queue: QueueParams;
  onChange: (changes: Record<string, string | undefined>) => void;
  display: Display;
  onCare: (what: keyof Display) => void;
  selectedCount: number;
  onApproveSelected: () => void;
  onRejectSelected: () => void;
  onClearSelection: () => void;
  onReload: () => void;
  onHelp: () => void;
}

/** What is shown and how; and what is done with a selection. */
export function Toolbar(props: ToolbarProps) {
  const { queue, onChange, display, onCare, selectedCount } = props;
  const filter = queue.status === undefined ? 'all' : String(queue.status);
  const one = (queue.staffID && `staff ${queue.staffID}`) || (queue.memberID && `member ${queue.memberID}`);
  return (
    <div className="mod-toolbar" role="toolbar" aria-label="Queue">
      <select
        className="form-select form-select-sm"
        aria-label="Status"
        value={filter}
        onChange={(event) => onChange({ status: event.target.value, photo: undefined })}
      >
        {STATUS_FILTERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="form-select form-select-sm"
        aria-label="Order"
        value={queue.order}
        onChange={(event) => onChange({ order: event.target.value, photo: undefined })}
      >
        <option value="oldest">Oldest first</option>
        <option value="newest">Newest first</option>
      </select>
      {one && (
        <Button
          variant="outline-primary"
          size="sm"
          onClick={() => onChange({ staffID: undefined, memberID: undefined, photo: undefined })}
        >
          Only {one} <span aria-hidden="true">×</span>
          <span className="visually-hidden">, show everybody’s</span>
        </Button>
      )}
      <Button variant="outline-primary" size="sm" onClick={props.onReload}>
        Refresh
      </Button>
      <CareButton label="Blur" on={display.blur} onClick={() => onCare('blur')} />
      <CareButton label="Gray" on={display.grayscale} onClick={() => onCare('grayscale')} />
      <KeyboardButton onClick={props.onHelp} />
      {selectedCount > 0 && (
        <div className="mod-selection">
          <span role="status">{formatCount(selectedCount)} selected</span>
          <Button variant="approve" size="sm" onClick={props.onApproveSelected}>
            Approve selected
          </Button>
          <Button variant="reject" size="sm" onClick={props.onRejectSelected}>
            Reject selected
          </Button>
          <Button variant="link" size="sm" onClick={props.onClearSelection}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}

function CareButton({ label, on, onClick }: { label: string; on: boolean; onClick: () => void }) {
  return (
    <Button variant="outline-primary" size="sm" className="mod-toggle" aria-pressed={on} onClick={onClick}>
      {label}
    </Button>
  );
}
