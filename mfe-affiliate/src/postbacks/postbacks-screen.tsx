import { Panel, QueryView, Screen } from '@partnerdesk/web';
import { useState } from 'react';
import { CallLog } from './call-log';
import { MacroList } from './macro-list';
import { PostbackForm } from './postback-form';
import { PostbackSecret } from './postback-secret';
import { useGetPostbackQuery } from './postbacks.api';

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
