import type { TotpSetup } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  Form,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useState } from 'react';
import { encode } from 'uqr';
import { useConfirmTotpMutation, useRemoveTotpMutation, useStartTotpMutation } from './security.api';

interface FactorProps {
  /** Recovery codes that have come with the first factor. */
  onCodes: (codes: readonly string[]) => void;
}

/** An app that shows six digits every 30 seconds. */
export function AuthenticatorApp({ isSetUp, onCodes }: FactorProps & { isSetUp: boolean }) {
  const [start, { isLoading }] = useStartTotpMutation();
  const [remove] = useRemoveTotpMutation();
  const [setup, setSetup] = useState<TotpSetup>();
  if (isSetUp)
    return (
      <div className="pd-actions">
        <Badge tone="good">Set up</Badge>
        <Button variant="outline-primary" onClick={() => void remove()}>
          Remove app
        </Button>
      </div>
    );
  if (setup)
    return (
      <TotpForm
        setup={setup}
        onDone={(codes) => {
          setSetup(undefined);
          onCodes(codes);
        }}
      />
    );
  // A failure has raised its alert.
  const begin = async () => setSetup((await start()).data);
  return (
    <>
      <p>Shows a code of six digits that changes every 30 seconds.</p>
      <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && void begin()}>
        Set up app
      </Button>
    </>
  );
}

function TotpForm({ setup, onDone }: { setup: TotpSetup; onDone: FactorProps['onCodes'] }) {
  const alerts = useAlerts();
  const [confirm] = useConfirmTotpMutation();
  const form = useForm({
    initial: { Code: '' },
    validate: (values) => requireFields(values, ['Code'], 'Please enter the code'),
    submit: async (values) => {
      const { recoveryCodes } = await confirm(values).unwrap();
      alerts.success('The app has been set up');
      onDone(recoveryCodes);
    },
  });
  return (
    <Form form={form} label="Set up app">
      <p>Scan this with your app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={setup.uri} label="QR code for the authenticator app" />
      <p>
        Key: <span className="sh-secret">{setup.secret}</span>
      </p>
      <TextField
        form={form}
        name="Code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <SubmitButton submitting={form.submitting}>Turn on</SubmitButton>
    </Form>
  );
}

/** A text as a QR code, drawn here: it goes to no other service. Dark on light in both themes, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="sh-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
