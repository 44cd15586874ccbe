import { MAX_GROUP_NAME, TERMS_TEXT } from '@partnerdesk/contracts';
import {
  Button,
  Dialog,
  Form,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { RatesFields } from './rates-fields';
import { checkRates, ratesValues, readRates } from './rates-values';
import { useAddCommissionGroupMutation } from './terms.api';

/** Adds a group. */
export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const alerts = useAlerts();
  const [add] = useAddCommissionGroupMutation();
  const form = useForm({
    initial: { name: '', ...ratesValues() },
    validate: (values) => requireFields(values, ['name'], TERMS_TEXT.name) ?? checkRates(values),
    submit: async ({ name, ...values }) => {
      await add({ name: name.trim(), rates: readRates(values) }).unwrap();
      alerts.success('The group has been added');
      onClose();
    },
  });
  return (
    <Dialog title="New group" onClose={onClose}>
      <Form form={form} label="New group">
        <TextField form={form} name="name" label="Name" maxLength={MAX_GROUP_NAME} required />
        <RatesFields form={form} />
        <div className="pd-dialog-end">
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submitting={form.submitting}>Add group</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
