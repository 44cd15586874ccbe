import { type PayrollType, REASON_LENGTH } from '@partnerdesk/contracts';
import {
  ConfirmDialog,
  Form,
  formatUsd,
  Panel,
  readFailure,
  SubmitButton,
  TextField,
  useConfiguration,
  useSearchParams,
} from '@partnerdesk/web';
import { AdjustmentHistory } from './adjustment-history';
import { useGetAdjustmentsQuery } from './payroll.api';
import { isId, SCREEN_TEXTS } from './texts';
import { type AskedAdjustment, useAdjustment } from './use-adjustment';

/** Amounts that the office adds to balances or takes off: one to add, and those that the person has (docs/RULES.md, Payroll). */
export function AdjustmentsView({ payrollType }: { payrollType: PayrollType }) {
  const [params] = useSearchParams();
  const { person, idName } = SCREEN_TEXTS[payrollType];
  const { form, asked } = useAdjustment(payrollType, params.get(idName) ?? '');
  const typed = form.values.personID;
  const personID = isId(typed) ? Number(typed) : 0;
  const { currentData, error } = useGetAdjustmentsQuery(
    { payrollType, personID, page: 1 },
    { skip: personID === 0 },
  );
  const name = personID === 0 ? undefined : currentData?.name;
  return (
    <>
      <Panel title="Adjustment">
        <Form form={form} label="Adjustment">
          <div className="pd-form-grid">
            <TextField
              form={form}
              name="personID"
              label={`Adjusted ${person.toLowerCase()}`}
              placeholder="ID"
              inputMode="numeric"
              maxLength={15}
              required
              hint={
                <span role="status">
                  {name ?? (personID !== 0 && error ? readFailure(error).reason : 'The name is shown here')}
                </span>
              }
            />
            <TextField
              form={form}
              name="amount"
              label="Amount"
              placeholder="-12.50"
              maxLength={12}
              required
              hint="Below zero it is taken off"
            />
            <TextField form={form} name="reason" label="Reason" maxLength={REASON_LENGTH.max} required />
          </div>
          <SubmitButton submitting={form.submitting}>Add adjustment</SubmitButton>
        </Form>
      </Panel>
      {name !== undefined && (
        <AdjustmentHistory key={personID} payrollType={payrollType} personID={personID} name={name} />
      )}
      {asked && <AskDialog asked={asked} name={name} person={person} />}
    </>
  );
}

interface AskDialogProps {
  asked: AskedAdjustment;
  /** undefined: it is not known yet, or there is nobody. */
  name: string | undefined;
  person: string;
}

/** Asks before a balance is changed: whose, and by how much. */
function AskDialog({ asked: { values, answer }, name, person }: AskDialogProps) {
  const { payrollConfirmOver } = useConfiguration();
  const amount = Number(values.amount);
  const sum = formatUsd(Math.abs(amount));
  return (
    <ConfirmDialog
      title={amount > 0 ? 'Add this to the balance?' : 'Take this off the balance?'}
      summary={[
        [person, `${name ?? '…'} (ID ${Number(values.personID)})`],
        [amount > 0 ? 'Added' : 'Taken off', sum],
        ['Reason', values.reason.trim()],
      ]}
      note="It comes into the next payroll that is executed. It can be reversed once."
      {...(Math.abs(amount) > payrollConfirmOver && { typed: sum })}
      confirmLabel="Adjust balance"
      busy={name === undefined}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
