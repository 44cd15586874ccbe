import { POSTBACK_MACROS } from '@partnerdesk/contracts';
import { Button, type Column, CopyLine, DataTable, Panel, QueryView, Screen } from '@partnerdesk/web';
import { useState } from 'react';
import { CallLog } from './call-log';
import { PostbackForm } from './postback-form';
import { useGetPostbackQuery, useRenewPostbackSecretMutation } from './postbacks.api';

/** Where the affiliate's own server is called on joins, sales and refunds (docs/RULES.md, Postbacks). */
export function PostbacksScreen() {
  const query = useGetPostbackQuery();
  const [secret, setSecret] = useState<string>();
  return (
    <Screen
      title="Postbacks"
      lead="Your own server or tracker is called whenever somebody joins or buys through you, or a sale is refunded."
    >
      <QueryView query={query} failure="Your postback could not be loaded.">
        {(postback) => (
          <>
            <Panel title="Address">
              <PostbackForm saved={postback} onSecret={setSecret} />
            </Panel>
            <MacroList />
            {postback.hasSecret && (
              <>
                <PostbackSecret secret={secret} onSecret={setSecret} />
                <CallLog active={postback.active} />
              </>
            )}
          </>
        )}
      </QueryView>
    </Screen>
  );
}

type Row = [name: string, macro: { means: string; example: string }];

const COLUMNS: Column<Row>[] = [
  { header: 'Macro', cell: ([name]) => <code>{`{${name}}`}</code>, rowHeader: true },
  { header: 'What it is replaced by', cell: ([, { means }]) => means, className: 'pd-words' },
  { header: 'In a test', cell: ([, { example }]) => example || 'As in a real call' },
];

/** What may stand in an address. */
function MacroList() {
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

interface PostbackSecretProps {
  /** Just made, shown this once. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

/** By which the receiver proves that a call is ours. */
function PostbackSecret({ secret, onSecret }: PostbackSecretProps) {
  const [renew, { isLoading }] = useRenewPostbackSecretMutation();
  const make = async () => {
    const { data } = await renew();
    // A failure has raised its alert.
    if (data?.secret) onSecret(data.secret);
  };
  return (
    <Panel title="Signature">
      <p>
        Each call carries X-Timestamp and X-Signature, the hex HMAC-SHA256 of the timestamp, a point, GET, a
        space, path and query, a line feed, and X-Content-SHA256, by your secret. A call that comes again has
        the same {'{id}'}.
      </p>
      {secret ? (
        <>
          <p role="status">Keep this secret where only your server finds it. It is shown this once.</p>
          <CopyLine text={secret} what="secret" label="Secret" />
        </>
      ) : (
        <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && void make()}>
          Make another secret
        </Button>
      )}
    </Panel>
  );
}
