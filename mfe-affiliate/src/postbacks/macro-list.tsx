import { POSTBACK_MACROS } from '@partnerdesk/contracts';
import { type Column, DataTable, Panel } from '@partnerdesk/web';

type Row = [name: string, macro: { means: string; example: string }];

const COLUMNS: Column<Row>[] = [
  { header: 'Macro', cell: ([name]) => <code>{`{${name}}`}</code>, rowHeader: true },
  { header: 'What it is replaced by', cell: ([, { means }]) => means, className: 'pd-words' },
  { header: 'In a test', cell: ([, { example }]) => example || 'As in a real call' },
];

/** What may stand in an address. */
export function MacroList() {
  return (
    <Panel title="Macros">
      <p className="pd-panel-muted">For the path and the query of the address, in braces.</p>
      <DataTable
        stacked
        caption="Macros"
        columns={COLUMNS}
        rows={Object.entries(POSTBACK_MACROS)}
        rowKey={([name]) => name}
      />
    </Panel>
  );
}
