import {
  type AffiliateBalance,
  type AffiliateTerms,
  addressOf,
  affiliateTaxFormCall,
  NOTICE_TEXT,
  NOTICES,
  type Notice,
  ratesText,
} from '@partnerdesk/contracts';
import {
  Button,
  CheckField,
  ErrorState,
  Form,
  formatDay,
  formatUsd,
  Loading,
  Panel,
  QueryView,
  SubmitButton,
  saveUrl,
  useAffiliateId,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import {
  useExportOwnDataMutation,
  useGetBalanceQuery,
  useGetNoticesQuery,
  useGetTaxFormsQuery,
  useGetTermsQuery,
  useSaveNoticesMutation,
} from './account.api';
import { NextPayout } from './next-payout';

/** What the affiliate earns, since when and from when on; read-only (docs/RULES.md, Terms). */
export function TermsPanel() {
  const query = useGetTermsQuery(useAffiliateId());
  return (
    <Panel title="Commission">
      <QueryView query={query} failure="Your terms could not be loaded.">
        {(terms) => <Periods terms={terms} />}
      </QueryView>
      <p className="pd-field-hint">
        The day of a sale decides. What was posted keeps its rate; a refund takes back what its sale earned.
      </p>
    </Panel>
  );
}

function Periods({ terms: { today, periods } }: { terms: AffiliateTerms }) {
  return (
    <ul className="aff-periods">
      {periods.map(({ from, rates }, index) => {
        const next = periods[index + 1]?.from;
        const isNow = from <= today && (next === undefined || next > today);
        return (
          <li key={from} aria-current={isNow || undefined}>
            <span>{from ? `From ${formatDay(from)}` : 'From the start'}</span>
            <span>
              <strong>{ratesText(rates)}</strong>
              {isNow && ' today'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What is earned and unpaid, and when it is paid (docs/RULES.md, Payouts). */
export function BalancePanel() {
  const query = useGetBalanceQuery(useAffiliateId());
  return (
    <Panel title="Balance">
      <QueryView query={query} failure="Your balance could not be loaded.">
        {(balance) => <Balance balance={balance} />}
      </QueryView>
    </Panel>
  );
}

function Balance({ balance }: { balance: AffiliateBalance }) {
  const { available, pending, minimumPayout, holdDays, nextPayoutDate } = balance;
  const carriesOver = available <= 0 || available < minimumPayout;
  return (
    <>
      <dl className="pd-figures">
        <div className="pd-figure">
          <dt>Available</dt>
          <dd>{formatUsd(available)}</dd>
        </div>
        <div className="pd-figure">
          <dt>Pending</dt>
          <dd>{formatUsd(pending)}</dd>
          {holdDays > 0 && <dd className="pd-figure-note">payable {daysText(holdDays)} after its day</dd>}
        </div>
        <div className="pd-figure">
          <NextPayout date={nextPayoutDate} details="Payment details" />
        </div>
      </dl>
      {minimumPayout > 0 && (
        <p className="pd-field-hint">
          {carriesOver
            ? `Less than ${formatUsd(minimumPayout)} is not paid out and carries over to the next payout.`
            : `The minimum payout is ${formatUsd(minimumPayout)}.`}
        </p>
      )}
    </>
  );
}

const daysText = (days: number) => `${days} day${days === 1 ? '' : 's'}`;

/** Forms 1099-NEC to open and print (docs/RULES.md, Year end); nothing without any. */
export function TaxDocuments() {
  const affiliateID = useAffiliateId();
  const { data = [], isLoading, isError, refetch } = useGetTaxFormsQuery(affiliateID);
  if (isLoading) return <Loading />;
  if (isError)
    return (
      <Panel title="Tax documents">
        <ErrorState text="Your tax documents could not be loaded." onRetry={refetch} />
      </Panel>
    );
  if (data.length === 0) return null;
  return (
    <Panel title="Tax documents">
      <ul className="mb-0">
        {data.map(({ year, amount }) => (
          <li key={year}>
            <a
              href={addressOf(affiliateTaxFormCall, { query: { affiliateID, year } })}
              target="_blank"
              rel="noreferrer"
            >
              Form 1099-NEC of {year}
            </a>{' '}
            {formatUsd(amount)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Which mails the affiliate wants (docs/RULES.md, Mails). */
export function MailsPanel() {
  const query = useGetNoticesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Panel title="Emails">
      <QueryView query={query} failure="Your email settings could not be loaded.">
        {({ on }) => <MailsForm key={on.join()} on={on} />}
      </QueryView>
    </Panel>
  );
}

type Wanted = Record<Notice, boolean>;

function MailsForm({ on }: { on: readonly Notice[] }) {
  const alerts = useAlerts();
  const [save] = useSaveNoticesMutation();
  const form = useForm<Wanted>({
    initial: Object.fromEntries(NOTICES.map((notice) => [notice, on.includes(notice)])) as Wanted,
    validate: () => undefined,
    submit: async (values) => {
      await save({ on: NOTICES.filter((notice) => values[notice]) }).unwrap();
      alerts.success('Your email settings have been saved');
    },
  });
  return (
    <Form form={form} label="Which emails you get">
      {NOTICES.map((notice) => (
        <CheckField key={notice} form={form} name={notice} label={NOTICE_TEXT[notice]} />
      ))}
      <p className="pd-field-hint">
        Emails about your password, email and payment details always go out: they protect your account.
      </p>
      <SubmitButton submitting={form.submitting} variant="outline-primary">
        Save email settings
      </SubmitButton>
    </Form>
  );
}

/** Everything that is stored about the affiliate, as a file (docs/RULES.md, Personal data). */
export function OwnDataPanel() {
  const affiliateID = useAffiliateId();
  const [exportData, { isLoading }] = useExportOwnDataMutation();
  const save = async () => {
    const file = await exportData();
    if (file.data) saveUrl(`personal-data-affiliate-${affiliateID}.ndjson`, file.data);
  };
  return (
    <Panel title="Your Data">
      <p className="pd-panel-muted">
        Everything that is stored about you as one file, a record a line. To have your data erased, write to
        us.
      </p>
      <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && save()}>
        Download my data
      </Button>
    </Panel>
  );
}
