import { MAX_LENGTH, type Proof } from '@partnerdesk/contracts';
import { Button, CONFIRM_TEXT, type Confirmation, readFailure } from '@partnerdesk/web/core';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState } from 'react';
import { Dialog } from '../dialogs/dialog';
import { Form, SubmitButton, TextField } from '../forms/fields';
import { requireFields } from '../forms/rules';
import { useForm } from '../forms/use-form';

/** Asks for a password, a code or a passkey. */
export function ConfirmationDialog({ needed, prove, close }: Confirmation) {
  const prompt = needed.password ? 'Enter your password to continue.' : 'Use your second factor to continue.';
  return (
    <Dialog title={CONFIRM_TEXT} onClose={() => close(false)} withoutClose>
      <p>{prompt}</p>
      {needed.passkey !== undefined && (
        <PasskeyButton options={needed.passkey} prove={prove} onProved={() => close(true)} />
      )}
      <ProofForm needed={needed} prove={prove} close={close} />
    </Dialog>
  );
}

function ProofForm({ needed, prove, close }: Confirmation) {
  const name = needed.password ? 'Password' : 'Code';
  const text = needed.password ? 'Please enter your password' : 'Please enter a code';
  const form = useForm({
    initial: { Password: '', Code: '' },
    validate: (values) => requireFields(values, [name], text),
    submit: async (values) => {
      const proof: Proof = needed.password ? { Password: values.Password } : { Code: values.Code.trim() };
      await prove(proof);
      close(true);
    },
  });
  return (
    <Form form={form} label="Confirm">
      {needed.password ? (
        <TextField
          form={form}
          name="Password"
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={MAX_LENGTH.login.Password}
        />
      ) : (
        <TextField
          form={form}
          name="Code"
          label="Code"
          autoComplete="one-time-code"
          maxLength={40}
          hint="Of your authenticator app, or a recovery code."
        />
      )}
      <div className="pd-dialog-end">
        <Button variant="outline-primary" onClick={() => close(false)}>
          Cancel
        </Button>
        <SubmitButton submitting={form.submitting}>Confirm</SubmitButton>
      </div>
    </Form>
  );
}

interface PasskeyButtonProps {
  /** WebAuthn's request options. */
  options: unknown;
  prove: Confirmation['prove'];
  onProved: () => void;
}

function PasskeyButton({ options, prove, onProved }: PasskeyButtonProps) {
  const [problem, setProblem] = useState('');
  const ask = async () => {
    setProblem('');
    try {
      const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const Passkey = await startAuthentication({ optionsJSON });
      await prove({ Passkey });
      onProved();
    } catch (error) {
      setProblem(readFailure(error).reason || 'No passkey was used. Try again, or enter a code.');
    }
  };
  return (
    <>
      <Button onClick={() => void ask()}>Use a passkey</Button>
      {problem && (
        <p className="pd-refusal" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
