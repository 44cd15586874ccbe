import type { AuditRow } from '@partnerdesk/contracts';
import { Button, formatInstant, Panel, QueryView, useConfiguration } from '@partnerdesk/web';
import { useState } from 'react';
import { useGetAccountHistoryQuery } from '../accounts.api';
import type { KindDef } from '../kinds/kind';

const VERBS: Record<string, string> = {
  updated: 'changed',
  approved: 'approved the account',
  closed: 'closed the account',
  revealed: 'looked at a number',
};

/** Who has changed or looked at what of this record, newest first. */
export function HistoryPanel({ kind, id }: { kind: KindDef; id: number }) {
  const [page, setPage] = useState(1);
  const query = useGetAccountHistoryQuery({ kind: kind.kind, id, page });
  return (
    <Panel title="History" className="acc-section">
      <QueryView query={query} failure="The history could not be loaded.">
        {({ lines, more }) => (
          <>
            {lines.length === 0 && <p className="pd-panel-muted">Nobody has changed this record yet.</p>}
            <ol className="acc-history">
              {lines.map((line) => (
                <li key={line.id}>
                  <HistoryLine line={line} kind={kind} />
                </li>
              ))}
            </ol>
            {(more || page > 1) && (
              <div className="pd-actions">
                <Button
                  variant="outline-primary"
                  size="sm"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  Newer
                </Button>
                <Button
                  variant="outline-primary"
                  size="sm"
                  disabled={!more}
                  onClick={() => setPage(page + 1)}
                >
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function HistoryLine({ line, kind }: { line: AuditRow; kind: KindDef }) {
  const { businessTimezone } = useConfiguration();
  const { actor, action, at, before = {}, after = {} } = line;
  const verb = action.split('.').at(-1) ?? action;
  const who = actor.emailAddress || actor.kind;
  const fields = kind.sections.flatMap((section) => section.fields);
  // The account type is stored under its plain name and chosen by its id.
  const fieldOf = (name: string) => fields.find((field) => field.name === name || field.name === `${name}ID`);
  const shown = (name: string, value: unknown) => {
    const option = fieldOf(name)?.options?.find((each) => each.value === String(value));
    if (option) return option.label;
    return value === '' || value === null || value === undefined ? '(empty)' : String(value);
  };
  return (
    <>
      <div>
        <strong>{who}</strong> {VERBS[verb] ?? action} ·{' '}
        <time dateTime={at}>{formatInstant(at, businessTimezone)}</time>
      </div>
      {Object.keys(after).map((name) => (
        <div key={name} className="acc-change">
          {fieldOf(name)?.label ?? name}: {name in before && <del>{shown(name, before[name])}</del>}{' '}
          {shown(name, after[name])}
        </div>
      ))}
    </>
  );
}
