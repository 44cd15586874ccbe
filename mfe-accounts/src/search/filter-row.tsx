import {
  choicesOf,
  PAYMENT_TYPE_CHOICES,
  type PerformanceOnly,
  paymentTypeText,
  statusText,
  statusTexts,
} from '@partnerdesk/contracts';
import {
  DateField,
  FilterSheet,
  type FormState,
  formatDay,
  SelectField,
  useConfiguration,
} from '@partnerdesk/web';
import { type FilterChip, FilterChips } from '@partnerdesk/web/parts';
import type { KindDef } from '../kinds/kind-definition';
import { FILTERS, type Filters } from './search-params';

type FilterName = keyof Filters;
type FilterValues = Record<FilterName, string>;

const ONLY_TEXT: Record<PerformanceOnly, string> = {
  quiet: 'Gone quiet',
  unpayable: 'Waiting for payment details',
};
const LABELS: FilterValues = {
  status: 'Status',
  paymentType: 'Payment type',
  joinedFrom: 'Joined from',
  joinedTo: 'Joined to',
  only: 'Only',
};
const NONE: FilterValues = { status: '', paymentType: '', joinedFrom: '', joinedTo: '', only: '' };

interface FilterRowProps {
  kind: KindDef;
  filters: Filters;
  onFilter: (filters: Filters) => void;
}

/** What narrows a search, each at once, and those in force as chips. */
export function FilterRow({ kind, filters, onFilter }: FilterRowProps) {
  const { today } = useConfiguration();
  const set = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filters;
    onFilter({ ...others, ...(value && { [name]: value }) });
  };
  const form = { values: { ...NONE, ...filters }, errors: {}, set } as unknown as FormState<FilterValues>;
  const names = FILTERS[kind.kind];
  const chips = names.flatMap((name): FilterChip[] => {
    const value = filters[name];
    if (!value) return [];
    const label = `${LABELS[name]}: ${textOf(kind, name, value)}`;
    return [{ key: name, label, onRemove: () => set(name, '') }];
  });
  return (
    <>
      <FilterSheet count={chips.length}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
        <div className="acc-filters" role="group" aria-label="Filters of the search">
          <SelectField
            form={form}
            name="status"
            label={LABELS.status}
            options={choicesOf(statusTexts(kind.kind))}
            placeholder="Any"
          />
          {names.includes('paymentType') && (
            <>
              <SelectField
                form={form}
                name="paymentType"
                label={LABELS.paymentType}
                options={PAYMENT_TYPE_CHOICES}
                placeholder="Any"
              />
              <DateField form={form} name="joinedFrom" label={LABELS.joinedFrom} max={today} />
              <DateField form={form} name="joinedTo" label={LABELS.joinedTo} max={today} />
            </>
          )}
          {names.includes('only') && (
            <SelectField
              form={form}
              name="only"
              label={LABELS.only}
              options={choicesOf(ONLY_TEXT)}
              placeholder="Any"
            />
          )}
        </div>
      </FilterSheet>
      <FilterChips chips={chips} onClear={() => onFilter({})} />
    </>
  );
}

function textOf(kind: KindDef, name: FilterName, value: string): string {
  if (name === 'only') return ONLY_TEXT[value as PerformanceOnly];
  if (name === 'status') return statusText(kind.kind, Number(value));
  return name === 'paymentType' ? paymentTypeText(Number(value)) : formatDay(value);
}
