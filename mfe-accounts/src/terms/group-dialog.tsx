import { type CommissionGroupRow, MAX_GROUP_NAME, TERMS_TEXT } from '@partnerdesk/contracts';
import {
  DateField,
  Dialog,
  Form,
  readFailure,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
  useLeaveGuard,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useFreshValues } from '../use-fresh-values';
import { ChangesTable } from './changes-table';
import { RatesFields } from './rates-fields';
import { checkRates, ratesValues, readRates } from './rates-values';
import {
  useChangeGroupTermsMutation,
  useRenameCommissionGroupMutation,
  useWithdrawGroupTermsMutation,
} from './terms.api';
import { useBusinessToday } from './use-business-today';
import { useFormStart, type Watch } from './use-form-start';

interface GroupProps {
  group: CommissionGroupRow;
  onClose: () => void;
}

/** A group: its name, a change of its rates, and all changes so far. */
export function GroupDialog({ group, onClose }: GroupProps) {
  const today = useBusinessToday();
  const [withdraw] = useWithdrawGroupTermsMutation();
  const [refusal, setRefusal] = useState('');
  const { start, watch } = useFormStart(group.changes);
  const take = async (number: number) => {
    setRefusal('');
    const { groupID, version } = group;
    await watch(withdraw({ groupID, version, number }).unwrap()).catch((error) =>
      setRefusal(readFailure(error).alert.text),
    );
  };
  return (
    <Dialog title={group.name} onClose={onClose} wide>
      <NameForm group={group} watch={watch} />
      <h3 className="acc-terms-heading">Change the rates</h3>
      <RatesForm group={group} today={today} start={start} watch={watch} />
      <h3 className="acc-terms-heading">History</h3>
      {refusal && (
        <p className="pd-refusal" role="alert">
          {refusal}
        </p>
      )}
      <ChangesTable
        caption={`Changes of ${group.name}`}
        changes={group.changes}
        today={today}
        onWithdraw={(number) => void take(number)}
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
      <DateField
        form={form}
        name="from"
        label="First valid day"
        min={today}
        hint="Sales of this day and later. Today: those that come in from now on"
        required
      />
      <RatesFields form={form} />
      <SubmitButton submitting={form.submitting}>Save rates</SubmitButton>
    </Form>
  );
}
