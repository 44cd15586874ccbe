import { MAX_PASSKEY_NAME, type PasskeyInfo } from '@partnerdesk/contracts';
import {
  Button,
  Form,
  formatInstant,
  requireFields,
  SubmitButton,
  singleClick,
  TextField,
  useAlerts,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import {
  useAddPasskeyMutation,
  useGetPasskeyOptionsMutation,
  useRemovePasskeyMutation,
} from './security.api';

interface PasskeysProps {
  passkeys: readonly PasskeyInfo[];
  onCodes: (codes: readonly string[]) => void;
}

/** Keys that devices and password managers keep. */
export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  const { businessTimezone } = useConfiguration();
  const [remove] = useRemovePasskeyMutation();
  return (
    <>
      <p>Your fingerprint, face or device PIN instead of a code.</p>
      {passkeys.length > 0 && (
        <ul className="sh-rows">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                <strong>{name}</strong>, since {formatInstant(createdAt, businessTimezone)}
                {lastUsedAt && `, last used ${formatInstant(lastUsedAt, businessTimezone)}`}
              </span>
              <Button
                variant="outline-primary"
                size="sm"
                aria-label={`Remove ${name}`}
                onClick={singleClick(() => void remove(id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PasskeyForm onCodes={onCodes} />
    </>
  );
}

function PasskeyForm({ onCodes }: Pick<PasskeysProps, 'onCodes'>) {
  const alerts = useAlerts();
  const [getOptions] = useGetPasskeyOptionsMutation();
  const [add] = useAddPasskeyMutation();
  const form = useForm({
    initial: { name: '' },
    validate: (values) => requireFields(values, ['name'], 'Please enter a name for the passkey'),
    submit: async ({ name }) => {
      const optionsJSON = (await getOptions().unwrap()) as PublicKeyCredentialCreationOptionsJSON;
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON }).catch(() => undefined);
      if (!response) return alerts.warning('No passkey was made');
      const { recoveryCodes } = await add({ name: name.trim(), response }).unwrap();
      alerts.success('The passkey has been added');
      form.reset({ name: '' });
      onCodes(recoveryCodes);
    },
  });
  return (
    <Form form={form} label="Add passkey">
      <TextField form={form} name="name" label="Name of this device" maxLength={MAX_PASSKEY_NAME} />
      <SubmitButton submitting={form.submitting} variant="outline-primary">
        Add passkey
      </SubmitButton>
    </Form>
  );
}
