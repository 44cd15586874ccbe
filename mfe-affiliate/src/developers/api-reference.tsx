import { type ApiOperation, type ApiReference, type ApiSchema, curlExample } from '@partnerdesk/contracts';
import { CodeBlock, type Column, DataTable, Panel } from '@partnerdesk/web';

interface Row {
  name: string;
  description: string;
}

const COLUMNS = (header: string): Column<Row>[] => [
  { header, cell: ({ name }) => <code>{name}</code>, rowHeader: true },
  { header: 'Meaning', cell: ({ description }) => description, className: 'pd-words' },
];

/** Each call: what it takes and answers, and an example. */
export function ApiReferencePanels({ document }: { document: ApiReference }) {
  const url = document.servers[0]?.url ?? '';
  return Object.entries(document.paths).map(
    ([path, { get }]) => get && <Call key={path} url={url} path={path} get={get} />,
  );
}

function Call({ url, path, get }: { url: string; path: string; get: ApiOperation }) {
  const taken = get.parameters.map(({ name, description = '', required }) => ({
    name,
    description: required ? `${description} (required)` : description,
  }));
  const answered = Object.entries(rowOf(get)).map(([name, { description = '' }]) => ({ name, description }));
  return (
    <Panel title={`GET ${path}`}>
      <p>{get.summary}</p>
      <CodeBlock label="Example" code={curlExample(url, path, get.parameters)} what={`example of ${path}`} />
      {taken.length > 0 && (
        <DataTable
          caption={`Query of ${path}`}
          columns={COLUMNS('Query')}
          rows={taken}
          rowKey={({ name }) => name}
        />
      )}
      <DataTable
        caption={`Rows of ${path}`}
        columns={COLUMNS('Field of a row in data')}
        rows={answered}
        rowKey={({ name }) => name}
      />
    </Panel>
  );
}

/** The fields of a row of the answer. */
function rowOf({ responses }: ApiOperation): Record<string, ApiSchema> {
  const answer = responses['200']?.content?.['application/json']?.schema;
  return answer?.properties?.data?.items?.properties ?? {};
}
