import {
  type AccountTerms,
  type AffiliateRecord,
  ratesText,
  TERMS_LEVEL_TEXT,
  TERMS_TEXT,
} from '@partnerdesk/contracts';
import {
  Form,
  formatDay,
  Panel,
  QueryView,
  RadioField,
  requireFields,
  SelectField,
  SubmitButton,
  useAlerts,
  useForm,
  useLeaveGuard,
  useSession,
} from '@partnerdesk/web';
import { type AccountRecord, useLazyGetAccountQuery } from '../accounts.api';
import { useFreshValues } from '../use-fresh-values';
import { ChangesTable, useFormStart, type Watch } from './changes-table';
import { checkRates, FirstDayField, RatesFields, ratesValues, readRates } from './rates-fields';
import {
  useChangeAccountTermsMutation,
  useGetAccountTermsQuery,
  useWithdrawAccountTermsMutation,
} from './terms.api';

interface TermsPanelProps {
  record: AffiliateRecord;
  /** The record as the server has it now. */
  onRecord: (record: AccountRecord) => void;
}

interface TermsProps {
  affID: number;
  terms: AccountTerms;
  /** The record has another commission or version now. */
  onChanged: () => void;
}

/** What an affiliate earns, since when and from when on; changed with the permission terms (docs/RULES.md, Terms). */
export function TermsPanel({ record: { affID, version }, onRecord }: TermsPanelProps) {
  const query = useGetAccountTermsQuery({ affID, version }, { refetchOnMountOrArgChange: true });
  const [read] = useLazyGetAccountQuery();
  const onChanged = async () => {
    const now = await read({ kind: 'affiliate', id: affID });
    if (now.data) onRecord(now.data);
  };
  return (
    <Panel title="Terms" className="acc-section">
      <QueryView query={query} failure="The terms could not be loaded.">
        {(terms) => <Terms affID={affID} terms={terms} onChanged={() => void onChanged()} />}
      </QueryView>
    </Panel>
  );
}

function Terms({ affID, terms, onChanged }: TermsProps) {
  const mayChange = useSession()?.permissions.includes('terms') ?? false;
  const [withdraw] = useWithdrawAccountTermsMutation();
  const { today, periods, changes, version } = terms;
  const { start, watch } = useFormStart(changes);
  const take = async (number: number) => {
    await watch(withdraw({ affID, number, version }).unwrap());
    onChanged();
  };
  return (
    <>
      <ul className="acc-periods" aria-label="What applies when">
        {periods.map(({ from, level, rates }, index) => {
          const next = periods[index + 1]?.from;
          const isNow = from <= today && (next === undefined || next > today);
          return (
            <li key={from} aria-current={isNow || undefined}>
              <span>{from ? `From ${formatDay(from)}` : 'From the start'}</span>
              <strong>{ratesText(rates)}</strong>
              <span className="pd-panel-muted">
                {TERMS_LEVEL_TEXT[level]}
                {isNow && ', in force today'}
              </span>
            </li>
          );
        })}
      </ul>
      {mayChange && (
        <TermsForm affID={affID} terms={terms} onChanged={onChanged} start={start} watch={watch} />
      )}
      {changes.length > 0 && (
        <ChangesTable
          caption="Changes of the terms"
          changes={changes}
          today={today}
          withdraw={mayChange ? take : undefined}
        />
      )}
    </>
  );
}

const LEVELS = [
  { value: 'group', label: 'As the group has it; without a group the default' },
  { value: 'own', label: 'A commission of their own' },
];

function TermsForm({ affID, terms, onChanged, start, watch }: TermsProps & { start: string; watch: Watch }) {
  const { today, periods, version, groupID, groups } = terms;
  const alerts = useAlerts();
  const [change] = useChangeAccountTermsMutation();
  const current = periods.filter(({ from }) => from <= today).at(-1);
  const initial = {
    from: today,
    groupID: String(groupID),
    level: current?.level === 'own' ? 'own' : 'group',
    ...ratesValues(current?.rates),
  };
  const form = useForm({
    initial,
    validate: (values) =>
      requireFields(values, ['from'], TERMS_TEXT.past) ??
      (values.level === 'own' ? checkRates(values) : undefined),
    submit: async ({ from, groupID: group, level, ...values }) => {
      const own = level === 'own' ? readRates(values) : null;
      await watch(change({ affID, version, from, groupID: Number(group), own }).unwrap());
      alerts.success('The terms have been saved');
      onChanged();
    },
  });
  useFreshValues(form, initial, start);
  useLeaveGuard(JSON.stringify(form.values) !== JSON.stringify(initial));
  const options = groups.map((each) => ({
    value: String(each.groupID),
    label: `${each.name} (${each.commission}%)`,
  }));
  return (
    <Form form={form} label="Change the terms">
      <FirstDayField form={form} today={today} />
      <SelectField
        form={form}
        name="groupID"
        label="Group"
        options={[{ value: '0', label: 'None' }, ...options]}
        withoutEmpty
      />
      <RadioField form={form} name="level" label="Earns" options={LEVELS} />
      {form.values.level === 'own' && <RatesFields form={form} />}
      <SubmitButton submitting={form.submitting}>Save terms</SubmitButton>
    </Form>
  );
}
