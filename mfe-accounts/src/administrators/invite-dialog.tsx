import { MAX_LENGTH, MAX_SIGN_IN_EMAIL, MESSAGE } from '@partnerdesk/contracts';
import {
  Button,
  Dialog,
  Form,
  requireEmail,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useInviteAdministratorMutation } from './administrators.api';
import { PermissionFields, permissionsOf, valuesOf } from './permission-fields';

/** Invites somebody by mail, with a link by which they set their password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const alerts = useAlerts();
  const [invite] = useInviteAdministratorMutation();
  const form = useForm({
    initial: { emailAddress: '', firstName: '', ...valuesOf([]) },
    validate: (values) =>
      requireFields(values, ['emailAddress'], MESSAGE.enterEmail) ?? requireEmail(values, 'emailAddress'),
    submit: async ({ emailAddress, firstName, ...values }) => {
      const { emailAddress: to } = await invite({
        emailAddress: emailAddress.trim(),
        firstName: firstName.trim(),
        permissions: permissionsOf(values),
      }).unwrap();
      alerts.success(`The invitation has been sent to ${to}`);
      onClose();
    },
  });
  return (
    <Dialog title="Invite administrator" onClose={onClose}>
      <Form form={form} label="Invite administrator">
        <TextField
          form={form}
          name="emailAddress"
          label="Email"
          type="email"
          maxLength={MAX_SIGN_IN_EMAIL}
          hint="Gets a link to set a password, which works for three days."
          required
        />
        <TextField
          form={form}
          name="firstName"
          label="First name"
          maxLength={MAX_LENGTH.register.FirstName}
        />
        <PermissionFields form={form} />
        <div className="pd-dialog-end">
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submitting={form.submitting}>Send invitation</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
