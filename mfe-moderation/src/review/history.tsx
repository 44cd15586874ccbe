import { type HistoryLine, IMAGE_STATUS, type ReviewKind } from '@partnerdesk/contracts';
import { Moment } from '@partnerdesk/web';
import { statusText } from '../status';

interface HistoryProps {
  kind: ReviewKind;
  status: number;
  lines: readonly HistoryLine[];
}

/** What happened to an item, the last first. */
export function History({ kind, status, lines }: HistoryProps) {
  if (lines.length === 0) {
    const text =
      status === IMAGE_STATUS.unprocessed
        ? 'Nobody has judged it yet.'
        : `It arrived as ${statusText(kind, status)}: nobody has judged it here.`;
    return <p className="pd-panel-muted">{text}</p>;
  }
  return (
    <ol className="mod-history">
      {[...lines].reverse().map((line) => (
        <li key={line.at + line.action}>
          <strong>{line.action}</strong> by {line.by}, <Moment at={line.at} />
          <span className="pd-panel-muted">
            {' '}
            ({statusText(kind, line.from)} → {statusText(kind, line.to)})
          </span>
          {(line.reason || line.note) && <div>{[line.reason, line.note].filter(Boolean).join(' – ')}</div>}
        </li>
      ))}
    </ol>
  );
}
