import {
  addressOf,
  TAX_FORM_STATES,
  TAX_FORMS_PER_FILE,
  type TaxFormState,
  type TaxFormsOfYear,
  taxCopiesCall,
} from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  downloadText,
  formatCount,
  formatUsd,
  Panel,
  QueryView,
  readFailure,
  Screen,
  useAlerts,
  useAppDispatch,
  useSearchParams,
} from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { useId, useState } from 'react';
import '../payroll/payroll.css';
import { counted } from '../payroll/texts';
import { downloadTaxFile, useGetTaxYearQuery } from './tax-forms.api';
import { TaxPayees } from './tax-payees';

function useTaxParams() {
  const [params, setParams] = useSearchParams();
  const state = TAX_FORM_STATES.find((each) => each === params.get('state'));
  const year = Number(params.get('year')) || undefined;
  const page = Math.max(1, Number(params.get('page')) || 1);
  const set = (next: { year?: number | undefined; state?: TaxFormState | undefined; page?: number }) =>
    setParams(
      Object.fromEntries(
        Object.entries(next).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      ),
    );
  return { year, state, page, set };
}

/** Year end: who gets a Form 1099-NEC, what is missing for it, the file for the IRS and copies (docs/RULES.md, Year end). */
export function TaxFormsScreen() {
  const { year, state, page, set } = useTaxParams();
  const query = useGetTaxYearQuery({ year, state, page }, { refetchOnMountOrArgChange: true });
  const { data } = query;
  return (
    <Screen
      title="Tax forms"
      heading="Tax forms (1099-NEC)"
      lead="What each payee was paid by direct deposit in a year. PayPal reports its own payments."
      actions={
        data && <YearField years={data.years} year={data.year} onYear={(chosen) => set({ year: chosen })} />
      }
    >
      <QueryView query={query} failure="The year could not be loaded.">
        {(taxYear) => (
          <>
            <Figures taxYear={taxYear} />
            <TaxDownloads taxYear={taxYear} />
            <TaxPayees
              key={taxYear.year}
              taxYear={taxYear}
              state={state}
              page={page}
              onState={(chosen) => set({ year, state: chosen })}
              onPage={(next) => set({ year, state, page: next })}
            />
          </>
        )}
      </QueryView>
    </Screen>
  );
}

function Figures({ taxYear: { sums, threshold, year, isOver } }: { taxYear: TaxFormsOfYear }) {
  const card = (label: string, { count, amount }: TaxFormsOfYear['sums']['ready']) => (
    <FigureCard
      label={label}
      value={formatUsd(amount)}
      note={`${counted(count, 'payee')}${isOver ? '' : ` in ${year} so far`}`}
    />
  );
  return (
    <FigureCards>
      {card('With a form', sums.ready)}
      {card('Something is missing', sums.missing)}
      {card(`Below ${formatUsd(threshold)}, no form`, sums.below)}
    </FigureCards>
  );
}

interface YearFieldProps {
  years: readonly number[];
  year: number;
  onYear: (year: number) => void;
}

function YearField({ years, year, onYear }: YearFieldProps) {
  const id = useId();
  return (
    <span className="pay-actions">
      <label htmlFor={id}>Year</label>
      <select
        id={id}
        className="form-select w-auto"
        value={year}
        onChange={(event) => onYear(Number(event.target.value))}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </span>
  );
}

function TaxDownloads({ taxYear }: { taxYear: TaxFormsOfYear }) {
  const { year, isOver, hasPayer, sums, digest } = taxYear;
  const [template, setTemplate] = useState<string>();
  const { download, busy } = useDownload();
  const parts = Array.from(
    { length: Math.ceil(sums.ready.count / TAX_FORMS_PER_FILE) },
    (_, index) => index + 1,
  );
  return (
    <Panel title="File and copies">
      <Notices taxYear={taxYear} />
      {!hasPayer && (
        <p role="alert">Nothing can be downloaded: the settings TAX_PAYER_… don’t say yet who pays.</p>
      )}
      {hasPayer && parts.length === 0 && <p>No form is ready in {year}.</p>}
      {hasPayer && parts.length > 0 && (
        <>
          <ul className="pay-runs">
            {parts.map((part) => (
              <li key={part} className="pay-bar">
                <span className="pay-bar-sum">{formsOf(part, sums.ready.count)}</span>
                <Button
                  size="sm"
                  aria-disabled={busy}
                  onClick={() =>
                    !busy &&
                    void download({ year, part, digest, ...(template !== undefined && { template }) })
                  }
                >
                  {isOver ? 'Download file for the IRS' : 'Download draft of the file'}
                </Button>
                <a
                  href={addressOf(taxCopiesCall, { query: { year, part, digest } })}
                  target="_blank"
                  rel="noreferrer"
                >
                  Open copies B to print
                </a>
              </li>
            ))}
          </ul>
          <p className="pd-panel-muted">
            The file has whole tax ids: delete it once the IRS has it. Each download is in the audit log.
          </p>
          <TemplateField onTemplate={setTemplate} />
        </>
      )}
    </Panel>
  );
}

const formsOf = (part: number, count: number) => {
  const [first, last] = [(part - 1) * TAX_FORMS_PER_FILE + 1, Math.min(part * TAX_FORMS_PER_FILE, count)];
  return first === last
    ? `Form ${formatCount(first)}`
    : `Forms ${formatCount(first)} to ${formatCount(last)}`;
};

/** Saves a file; its tax ids are never kept in the page's state. */
function useDownload() {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const download = async (wanted: Parameters<typeof downloadTaxFile.initiate>[0]) => {
    setBusy(true);
    try {
      const { fileName, text } = await dispatch(downloadTaxFile.initiate(wanted, { track: false })).unwrap();
      downloadText(fileName, text);
    } catch (error) {
      const { reason, sessionEnded } = readFailure(error);
      if (reason) alerts.warning(reason);
      else if (!sessionEnded) alerts.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}

function Notices({ taxYear: { year, isOver, unknownType, unsent } }: { taxYear: TaxFormsOfYear }) {
  return (
    <>
      {!isOver && (
        <p>
          <Badge tone="info">Draft</Badge> {year} is not over: file and copies are drafts until January 1.
        </p>
      )}
      {unknownType.count > 0 && (
        <p>
          <Badge tone="caution">Check</Badge> {counted(unknownType.count, 'payment')} of type Unknown (
          {formatUsd(unknownType.amount)}) {unknownType.count === 1 ? 'counts' : 'count'} for nobody: the
          product does not know how they were paid.
        </p>
      )}
      {unsent.count > 0 && (
        <p>
          <Badge tone="caution">Check</Badge> {counted(unsent.count, 'direct deposit')} (
          {formatUsd(unsent.amount)}) {unsent.count === 1 ? 'is' : 'are'} in no pay file and not marked paid.
          They count on the day of their execution: check that they were sent.
        </p>
      )}
    </>
  );
}

/** The first line of a longer file is no header. */
const MAX_HEADER = 10_000;

/** The IRS changes its columns: with its template of the year the file has them in its order. */
function TemplateField({ onTemplate }: { onTemplate: (firstLine: string | undefined) => void }) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const choose = async (file: File | undefined) => {
    const [firstLine = ''] = file ? (await file.slice(0, MAX_HEADER + 1).text()).split(/\r?\n/) : [];
    const isUsable = firstLine.trim() !== '' && firstLine.length <= MAX_HEADER;
    setProblem(file && !isUsable ? 'The first line of this file has no columns' : '');
    onTemplate(isUsable ? firstLine : undefined);
  };
  return (
    <details>
      <summary>Use the IRS’s template of the year</summary>
      <div className="pd-field mt-2">
        <label className="form-label" htmlFor={id}>
          Template (CSV)
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className={`form-control${problem ? ' is-invalid' : ''}`}
          aria-describedby={`${id}-note`}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <div id={`${id}-note`} className={problem ? 'invalid-feedback' : 'pd-field-hint'}>
          {problem ||
            'Files you download then have its columns. Without it they have those that the product knows.'}
        </div>
      </div>
    </details>
  );
}
