import { MAX_LENGTH, type PersonalInformation } from '@partnerdesk/contracts';
import {
  Button,
  type FormState,
  Panel,
  SelectField,
  TextField,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { useSendConfirmationAgainMutation } from './account.api';
import type { AccountValues, PersonalField } from './account-values';

type Texts = Omit<ComponentProps<typeof TextField<AccountValues>>, 'form' | 'name' | 'maxLength'>;

interface PersonalFieldsProps {
  form: FormState<AccountValues>;
  personal: PersonalInformation;
}

/** Name and address. */
export function PersonalFields({ form, personal }: PersonalFieldsProps) {
  const { emailAddress, signInEmailAddress: signInEmail } = personal;
  const { countries } = useConfiguration();
  const max = MAX_LENGTH.personal;
  const options = countries.map(({ countryID, name }) => ({ value: String(countryID), label: name }));
  const text = (name: keyof typeof max, texts: Texts) => (
    <TextField form={form} name={name} maxLength={max[name]} {...texts} />
  );
  const isLong = form.values.emailAddress.trim().length > MAX_LENGTH.login.EmailAddress;
  const emailHint = isLong ? (
    <span className="pd-warning">
      The login takes no email of more than {MAX_LENGTH.login.EmailAddress} characters: you could not log in
      with this one.
    </span>
  ) : (
    signInEmail && (
      <>
        Waits to be confirmed by the link that we have mailed to it, within three days. Until then you log in
        with {signInEmail}; enter that one to take the new one back.
      </>
    )
  );
  const fields: Record<PersonalField, ReactNode> = {
    firstName: text('firstName', { label: 'First Name', autoComplete: 'given-name', required: true }),
    lastName: text('lastName', { label: 'Last Name', autoComplete: 'family-name', required: true }),
    emailAddress: (
      <div>
        {text('emailAddress', {
          label: 'Email',
          type: 'email',
          autoComplete: 'email',
          hint: emailHint,
          required: true,
        })}
        {signInEmail && <SendAgain email={emailAddress} />}
      </div>
    ),
    skypeUserName: text('skypeUserName', { label: 'Skype Name' }),
    address1: text('address1', { label: 'Address 1', autoComplete: 'address-line1', required: true }),
    address2: text('address2', { label: 'Address 2', autoComplete: 'address-line2' }),
    city: text('city', { label: 'City', autoComplete: 'address-level2' }),
    state: text('state', {
      label: 'State',
      autoComplete: 'address-level1',
      hint: 'In the United States its two letters',
    }),
    postalCode: text('postalCode', { label: 'Postal Code', autoComplete: 'postal-code', required: true }),
    countryID: (
      <SelectField
        form={form}
        name="countryID"
        label="Country"
        options={options}
        autoComplete="country-name"
        required
      />
    ),
  };
  return (
    <Panel title="Personal Information">
      <div className="pd-form-grid">
        {Object.entries(fields).map(([name, field]) => (
          <Fragment key={name}>{field}</Fragment>
        ))}
      </div>
    </Panel>
  );
}

/** The link to an email that waits to be confirmed, mailed once more. */
function SendAgain({ email }: { email: string }) {
  const alerts = useAlerts();
  const [send, { isLoading }] = useSendConfirmationAgainMutation();
  const sendAgain = async () => {
    const { data, error } = await send();
    if (data) alerts.success(`We have mailed the link to ${email} again`);
    else alerts.failure(error);
  };
  return (
    <div className="pd-field-hint">
      <Button
        variant="link"
        size="sm"
        className="p-0"
        aria-disabled={isLoading}
        onClick={() => !isLoading && sendAgain()}
      >
        Send again
      </Button>
    </div>
  );
}
