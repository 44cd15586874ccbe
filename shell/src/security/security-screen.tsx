import { Panel, QueryView, Screen, useSession } from '@partnerdesk/web';
import { useState } from 'react';
import { AuthenticatorApp } from './authenticator-app';
import { Passkeys } from './passkeys';
import { RecoveryCodes } from './recovery-codes';
import { useGetSecondFactorQuery } from './security.api';
import './security.css';
import { Sessions } from './sessions';

/** The signed-in person's second factor and sessions (docs/RULES.md, Who may enter). */
export function SecurityScreen() {
  const person = useSession();
  const query = useGetSecondFactorQuery();
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Screen
      title="Sign-in and security"
      lead="A second factor protects your account when somebody knows your password."
      narrow
    >
      {person?.secondFactorDue && (
        <p className="pd-refusal" role="status">
          The office asks for a second factor. Set up an authenticator app or a passkey to continue.
        </p>
      )}
      <QueryView query={query} failure="Your second factor could not be loaded.">
        {(info) => (
          <>
            <Panel title="Authenticator app">
              <AuthenticatorApp isSetUp={info.totp} onCodes={setCodes} />
            </Panel>
            <Panel title="Passkeys">
              <Passkeys passkeys={info.passkeys} onCodes={setCodes} />
            </Panel>
            {(info.totp || info.passkeys.length > 0) && (
              <Panel title="Recovery codes">
                <RecoveryCodes left={info.recoveryCodesLeft} codes={codes} onCodes={setCodes} />
              </Panel>
            )}
          </>
        )}
      </QueryView>
      <Panel title="Sessions">
        <Sessions />
      </Panel>
    </Screen>
  );
}
