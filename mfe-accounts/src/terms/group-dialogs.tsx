import { businessDayOf, type CommissionGroupRow, MAX_GROUP_NAME, TERMS_TEXT } from '@partnerdesk/contracts';
import {
  Button,
  Dialog,
  Form,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useConfiguration,
  useForm,
  useLeaveGuard,
} from '@partnerdesk/web';
import { useFreshValues } from '../use-fresh-values';
import { ChangesTable, useFormStart, type Watch } from './changes-table';
import { checkRates, FirstDayField, RatesFields, ratesValues, readRates } from './rates-fields';
import {
  useAddCommissionGroupMutation,
  useChangeGroupTermsMutation,
  useRenameCommissionGroupMutation,
  useWithdrawGroupTermsMutation,
} from './terms.api';

interface GroupProps {
  group: CommissionGroupRow;
  onClose: () => void;
}

export function GroupDialog({ group, onClose }: GroupProps) {
  const today = businessDayOf(Date.now(), useConfiguration().businessTimezone);
  const [withdraw] = useWithdrawGroupTermsMutation();
  const { groupID, version } = group;
  const { start, watch } = useFormStart(group.changes);
  return (
    <Dialog title={group.name} onClose={onClose} wide>
      <NameForm group={group} watch={watch} />
      <h3 className="acc-terms-heading">Change the rates</h3>
      <RatesForm group={group} today={today} start={start} watch={watch} />
      <h3 className="acc-terms-heading">History</h3>
      <ChangesTable
        caption={`Changes of ${group.name}`}
        changes={group.changes}
        today={today}
        withdraw={(number) => watch(withdraw({ groupID, version, number }).unwrap())}
      />
    </Dialog>
  );
}

interface GroupFormProps {
  group: CommissionGroupRow;
  watch: Watch;
}

function NameForm({ group: { groupID, version, name }, watch }: GroupFormProps) {
  const alerts = useAlerts();
  const [rename] = useRenameCommissionGroupMutation();
  const form = useForm({
    initial: { name },
    validate: (values) => requireFields(values, ['name'], TERMS_TEXT.name),
    submit: async (values) => {
      await watch(rename({ groupID, version, name: values.name.trim() }).unwrap());
      alerts.success('The name has been saved');
    },
  });
  return (
    <Form form={form} label="Name" className="acc-name">
      <TextField form={form} name="name" label="Name" maxLength={MAX_GROUP_NAME} required />
      <SubmitButton submitting={form.submitting} variant="outline-primary">
        Save name
      </SubmitButton>
    </Form>
  );
}

function RatesForm({ group, today, start, watch }: GroupFormProps & { today: string; start: string }) {
  const { groupID, version, rates } = group;
  const alerts = useAlerts();
  const [change] = useChangeGroupTermsMutation();
  const initial = { from: today, ...ratesValues(rates) };
  const form = useForm({
    initial,
    validate: (values) => requireFields(values, ['from'], TERMS_TEXT.past) ?? checkRates(values),
    submit: async ({ from, ...values }) => {
      await watch(change({ groupID, version, from, rates: readRates(values) }).unwrap());
      alerts.success('The rates have been saved');
    },
  });
  useFreshValues(form, initial, start);
  useLeaveGuard(JSON.stringify(form.values) !== JSON.stringify(initial));
  return (
    <Form form={form} label="Rates">
      <FirstDayField form={form} today={today} />
      <RatesFields form={form} />
      <SubmitButton submitting={form.submitting}>Save rates</SubmitButton>
    </Form>
  );
}

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
