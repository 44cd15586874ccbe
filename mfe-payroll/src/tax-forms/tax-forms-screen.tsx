import '../payroll/payroll.css';
import { TAX_FORM_STATES, type TaxFormState, type TaxFormsOfYear } from '@partnerdesk/contracts';
import { formatUsd, QueryView, Screen, useSearchParams } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { useId } from 'react';
import { counted } from '../payroll/texts';
import { TaxDownloads } from './tax-downloads';
import { useGetTaxYearQuery } from './tax-forms.api';
import { TaxPayees } from './tax-payees';

/** Year, state and page stand in the address. */
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

/** Which year is shown. */
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
