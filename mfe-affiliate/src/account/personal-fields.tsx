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
import { Fragment, type ReactNode } from 'react';
import { useSendConfirmationAgainMutation } from './account.api';
import type { AccountValues, PersonalField } from './account-values';

/** Name and address. */
export function PersonalFields({
  form,
  personal,
}: {
  form: FormState<AccountValues>;
  personal: PersonalInformation;
}) {
  const { emailAddress, signInEmailAddress: signInEmail } = personal;
  const { countries } = useConfiguration();
  const max = MAX_LENGTH.personal;
  const options = countries.map(({ countryID, name }) => ({ value: String(countryID), label: name }));
  const fields: Record<PersonalField, ReactNode> = {
    firstName: (
      <TextField
        form={form}
        name="firstName"
        label="First Name"
        autoComplete="given-name"
        maxLength={max.firstName}
        required
      />
    ),
    lastName: (
      <TextField
        form={form}
        name="lastName"
        label="Last Name"
        autoComplete="family-name"
        maxLength={max.lastName}
        required
      />
    ),
    emailAddress: (
      <div>
        <TextField
          form={form}
          name="emailAddress"
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={max.emailAddress}
          hint={
            form.values.emailAddress.trim().length > MAX_LENGTH.login.EmailAddress ? (
              <span className="pd-warning">
                The login takes no email of more than {MAX_LENGTH.login.EmailAddress} characters: you could
                not log in with this one.
              </span>
            ) : (
              signInEmail && (
                <>
                  Waits to be confirmed by the link that we have mailed to it, within three days. Until then
                  you log in with {signInEmail}; enter that one to take the new one back.
                </>
              )
            )
          }
          required
        />
        {signInEmail && <SendAgain email={emailAddress} />}
      </div>
    ),
    skypeUserName: (
      <TextField form={form} name="skypeUserName" label="Skype Name" maxLength={max.skypeUserName} />
    ),
    address1: (
      <TextField
        form={form}
        name="address1"
        label="Address 1"
        autoComplete="address-line1"
        maxLength={max.address1}
        required
      />
    ),
    address2: (
      <TextField
        form={form}
        name="address2"
        label="Address 2"
        autoComplete="address-line2"
        maxLength={max.address2}
      />
    ),
    city: (
      <TextField form={form} name="city" label="City" autoComplete="address-level2" maxLength={max.city} />
    ),
    state: (
      <TextField
        form={form}
        name="state"
        label="State"
        autoComplete="address-level1"
        maxLength={max.state}
        hint="In the United States its two letters"
      />
    ),
    postalCode: (
      <TextField
        form={form}
        name="postalCode"
        label="Postal Code"
        autoComplete="postal-code"
        maxLength={max.postalCode}
        required
      />
    ),
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
