import { addressOf, docsCall, ROLE, v1ReferenceCall } from '@partnerdesk/contracts';
import { Panel, QueryView, Screen, useSession } from '@partnerdesk/web';
import { ApiKeys } from './api-keys';
import { ApiReferencePanels } from './api-reference';
import { useGetApiReferenceQuery } from './developers.api';

/** How programs read an affiliate's figures, and the keys by which they do (docs/RULES.md, API keys). */
export function DevelopersScreen() {
  const role = useSession()?.affRole;
  const isAffiliate = role === ROLE.affiliate;
  const reference = useGetApiReferenceQuery();
  return (
    <Screen title="Developers" lead="Read your figures, sources, sales and payments with your own programs.">
      {isAffiliate ? (
        <ApiKeys />
      ) : (
        <Panel title="API keys">
          <p className="pd-panel-muted">Affiliates make their keys here once they are signed in.</p>
        </Panel>
      )}
      <Panel title="Calls">
        <p>
          Send your key with each call. Answers are JSON, dollars have two decimals, days are those of the
          business. Lists come in pages: call again with <code>cursor</code> set to <code>next</code> until it
          is null. After an answer 429 wait as many seconds as Retry-After says. The whole reference is{' '}
          <a href={addressOf(v1ReferenceCall)}>an OpenAPI 3.1 document</a>.
          {role === ROLE.admin && (
            <>
              {' '}
              The office also has <a href={addressOf(docsCall)}>the reference of all calls</a>.
            </>
          )}
        </p>
      </Panel>
      <QueryView query={reference} failure="The reference could not be loaded.">
        {(document) => <ApiReferencePanels document={document} />}
      </QueryView>
    </Screen>
  );
}
