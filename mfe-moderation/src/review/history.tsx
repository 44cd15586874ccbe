import type { HistoryLine, ReviewKind } from '@partnerdesk/contracts';
import { formatMoment, useConfiguration } from '@partnerdesk/web';
import { statusText } from '../status-text';

/** What happened to an item, the last first. */
export function History({ kind, lines }: { kind: ReviewKind; lines: readonly HistoryLine[] }) {
  const { businessTimezone } = useConfiguration();
  if (lines.length === 0) return <p className="pd-panel-muted">Nobody has judged it yet.</p>;
  return (
    <ol className="mod-history">
      {[...lines].reverse().map((line) => (
        <li key={line.at + line.action}>
          <strong>{line.action}</strong> by {line.by}, {formatMoment(line.at, businessTimezone)}
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
