/* One view of adjustments: the form of a new one, and those that the person has, each to be reversed. */
import {
  ADJUSTMENTS_PAGE,
  MAX_ADJUSTMENT_CENTS,
  type PayrollAdjustment,
  type PayrollType,
  REASON_LENGTH,
  REASON_TEXT,
} from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Form,
  formatDay,
  formatInstant,
  formatUsd,
  isConflict,
  Pager,
  Panel,
  QueryView,
  readFailure,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useConfiguration,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useAdjustMutation, useGetAdjustmentsQuery, useReverseAdjustmentMutation } from './payroll.api';
import { ReasonDialog } from './reason-dialog';
import { isId, SCREEN_TEXTS, waitsText } from './texts';

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

const MAX_DOLLARS = MAX_ADJUSTMENT_CENTS / 100;

interface AdjustmentValues {
  personID: string;
  amount: string;
  reason: string;
}

interface AskedAdjustment {
  values: AdjustmentValues;
  answer: (yes: boolean) => void;
}

function problemOf({ personID, amount, reason }: AdjustmentValues, enterId: string) {
  if (!isId(personID)) return { alert: enterId, fields: { personID: enterId } };
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(amount.trim()) || Number(amount) === 0) {
    const text = 'An amount in dollars and cents, not zero';
    return { alert: text, fields: { amount: text } };
  }
  if (Math.abs(Number(amount)) > MAX_DOLLARS) {
    const text = `At most ${formatUsd(MAX_DOLLARS)}`;
    return { alert: text, fields: { amount: text } };
  }
  return reason.trim().length < REASON_LENGTH.min
    ? { alert: REASON_TEXT, fields: { reason: REASON_TEXT } }
    : undefined;
}

/** An amount on a person, in their next payroll, asked first. A double click is one adjustment: its id is made beforehand. */
function useAdjustment(payrollType: PayrollType, personID: string) {
  const alerts = useAlerts();
  const { enterId } = SCREEN_TEXTS[payrollType];
  const [adjust] = useAdjustMutation();
  const [adjustmentID, setAdjustmentID] = useState(() => crypto.randomUUID());
  const [asked, setAsked] = useState<AskedAdjustment>();
  const ask = (values: AdjustmentValues) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ values, answer });
    });
  const form = useForm<AdjustmentValues>({
    initial: { personID, amount: '', reason: '' },
    validate: (values) =>
      requireFields(values, ['personID', 'amount', 'reason'], 'Please enter all values') ??
      problemOf(values, enterId),
    submit: async (values) => {
      if (!(await ask(values))) return;
      const answer = await adjust({
        adjustmentID,
        payrollType,
        personID: Number(values.personID),
        amount: Number(values.amount),
        reason: values.reason.trim(),
      }).unwrap();
      alerts.success(
        'approvalID' in answer
          ? waitsText(answer)
          : `${formatUsd(answer.payout)} will be in the payroll of ${formatDay(answer.postedDay)} or later`,
      );
      setAdjustmentID(crypto.randomUUID());
      form.reset({ ...values, amount: '', reason: '' });
    },
  });
  return { form, asked };
}

interface AdjustmentHistoryProps {
  payrollType: PayrollType;
  personID: number;
  name: string;
}

function AdjustmentHistory({ payrollType, personID, name }: AdjustmentHistoryProps) {
  const { businessTimezone } = useConfiguration();
  const [page, setPage] = useState(1);
  const query = useGetAdjustmentsQuery({ payrollType, personID, page });
  const [reversed, setReversed] = useState<PayrollAdjustment>();
  return (
    <Panel title={`Adjustments of ${name}`}>
      <QueryView query={query} failure="The adjustments could not be loaded.">
        {({ adjustments, total }) =>
          total === 0 ? (
            <EmptyState text="There is none yet. What is added above is listed here." />
          ) : (
            <>
              <DataTable
                caption={`Adjustments of ${name}`}
                columns={columnsOf(businessTimezone, setReversed)}
                rows={adjustments}
                rowKey={({ entryID }) => entryID}
              />
              <Pager page={page} pages={Math.ceil(total / ADJUSTMENTS_PAGE)} onPage={setPage} />
            </>
          )
        }
      </QueryView>
      {reversed && <ReverseDialog adjustment={reversed} name={name} onClose={() => setReversed(undefined)} />}
    </Panel>
  );
}

function columnsOf(
  timeZone: string,
  onReverse: (adjustment: PayrollAdjustment) => void,
): Column<PayrollAdjustment>[] {
  return [
    {
      header: 'Reason',
      rowHeader: true,
      className: 'pay-text',
      cell: ({ reason, by, at, reverses }) => (
        <>
          {reason} {reverses && <Badge tone="info">Reversal</Badge>}
          <span className="pd-field-hint d-block">
            {formatInstant(at, timeZone)}, {by}
          </span>
        </>
      ),
    },
    { header: 'Amount', cell: ({ amount }) => formatUsd(amount), numeric: true },
    { header: 'Counts from', className: 'pay-wide', cell: ({ postedDay }) => formatDay(postedDay) },
    {
      key: 'reverse',
      header: <span className="visually-hidden">Reverse</span>,
      className: 'pay-text',
      cell: (adjustment) => <Reversed adjustment={adjustment} timeZone={timeZone} onReverse={onReverse} />,
    },
  ];
}

interface ReversedProps {
  adjustment: PayrollAdjustment;
  timeZone: string;
  onReverse: (adjustment: PayrollAdjustment) => void;
}

function Reversed({ adjustment, timeZone, onReverse }: ReversedProps) {
  const { reverses, reversed, amount, at } = adjustment;
  if (reverses) return null;
  if (!reversed) {
    return (
      <Button
        variant="outline-primary"
        size="sm"
        aria-label={`Reverse ${formatUsd(amount)} of ${formatInstant(at, timeZone)}`}
        onClick={() => onReverse(adjustment)}
      >
        Reverse
      </Button>
    );
  }
  return (
    <>
      <Badge>Reversed</Badge>
      <span className="pd-field-hint d-block">
        {reversed.by}, {formatInstant(reversed.at, timeZone)}: {reversed.reason}
      </span>
    </>
  );
}

interface ReverseDialogProps {
  adjustment: PayrollAdjustment;
  name: string;
  onClose: () => void;
}

function ReverseDialog({ adjustment: { entryID, amount, reason }, name, onClose }: ReverseDialogProps) {
  const alerts = useAlerts();
  const [reverse, { isLoading }] = useReverseAdjustmentMutation();
  const confirm = async (why: string) => {
    const { data, error } = await reverse({ entryID, reason: why });
    if (error) alerts.failure(error);
    else if ('approvalID' in data) alerts.success(waitsText(data));
    else alerts.success(`Reversed: ${formatUsd(data.payout)} from ${formatDay(data.postedDay)} on`);
    // Where it is reversed by now there is nothing to try again.
    if (!error || isConflict(error)) onClose();
  };
  return (
    <ReasonDialog
      title="Reverse this adjustment?"
      summary={[
        ['Of', name],
        ['Adjustment', `${formatUsd(amount)}, ${reason}`],
        [amount > 0 ? 'Taken off' : 'Added', formatUsd(Math.abs(amount))],
      ]}
      note="It is reversed by an adjustment of the opposite amount. That cannot be taken back."
      confirmLabel="Reverse adjustment"
      busy={isLoading}
      onConfirm={(why) => void confirm(why)}
      onClose={onClose}
    />
  );
}
