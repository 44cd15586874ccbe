import { ROLE, type SecondFactorInfo } from '@partnerdesk/contracts';
import { Panel, QueryView, Screen, Skeleton, useSession } from '@partnerdesk/web';
import { useState } from 'react';
import { AuthenticatorApp } from './authenticator-app';
import { DailyDigest } from './daily-digest';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { useGetSecondFactorQuery } from './security.api';
import './security.css';
import { Sessions } from './sessions';

/** What most people have: its place is kept while the answer is on its way. */
const NO_FACTOR: SecondFactorInfo = { totp: false, passkeys: [], recoveryCodesLeft: 0, required: false };

/** The signed-in person's second factor and sessions (docs/RULES.md, Who may enter). */
export function SecurityScreen() {
  const person = useSession();
  const query = useGetSecondFactorQuery();
  const [codes, setCodes] = useState<readonly string[]>([]);
  /** A further factor brings none: those that are shown stay, they are shown this once. */
  const show = (made: readonly string[]) => made.length > 0 && setCodes(made);
  const factors = (info: SecondFactorInfo) => (
    <>
      <Panel title="Authenticator app">
        <AuthenticatorApp isSetUp={info.totp} onCodes={show} />
      </Panel>
      <Panel title="Passkeys">
        <Passkeys passkeys={info.passkeys} onCodes={show} />
      </Panel>
      {(info.totp || info.passkeys.length > 0) && (
        <Panel title="Recovery codes">
          <RecoveryCodes left={info.recoveryCodesLeft} codes={codes} onCodes={show} />
        </Panel>
      )}
    </>
  );
  return (
    <Screen
      title="Sign-in and security"
      lead="A second factor protects your account when somebody knows your password."
    >
      {person?.secondFactorDue && (
        <p className="pd-refusal" role="status">
          The office asks for a second factor. Set up an authenticator app or a passkey to continue.
        </p>
      )}
      <div className="pd-columns pd-wide-columns sh-security">
        {query.data === undefined && query.isFetching ? (
          <Skeleton>{factors(NO_FACTOR)}</Skeleton>
        ) : (
          <QueryView query={query} failure="Your second factor could not be loaded.">
            {factors}
          </QueryView>
        )}
        <Panel title="Sessions">
          <Sessions />
        </Panel>
        {person?.affRole === ROLE.admin && (
          <Panel title="Emails">
            <DailyDigest />
          </Panel>
        )}
      </div>
    </Screen>
  );
}
