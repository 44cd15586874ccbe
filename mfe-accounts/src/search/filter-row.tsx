import {
  choicesOf,
  PAYMENT_TYPE_CHOICES,
  type PerformanceOnly,
  paymentTypeText,
  statusText,
  statusTexts,
} from '@partnerdesk/contracts';
import { DateField, type FormState, formatDay, SelectField, useConfiguration } from '@partnerdesk/web';
import { GridFilters } from '@partnerdesk/web/grid';
import type { ReactNode } from 'react';
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

/** What narrows a search, each at once. */
export function FilterRow({ kind, filters, onFilter }: FilterRowProps) {
  const { today } = useConfiguration();
  const set = (name: FilterName, value: string) => {
    // A date that is being typed is none yet: nothing is another list, and Back has nothing to go through.
    if (value === (filters[name] ?? '')) return;
    const { [name]: _, ...others } = filters;
    onFilter({ ...others, ...(value && { [name]: value }) });
  };
  const form = { values: { ...NONE, ...filters }, errors: {}, set } as unknown as FormState<FilterValues>;
  const select = (name: FilterName, options: readonly { value: string; label: string }[]) => (
    <SelectField form={form} name={name} label={LABELS[name]} options={options} placeholder="Any" />
  );
  const day = (name: FilterName) => <DateField form={form} name={name} label={LABELS[name]} max={today} />;
  const fields: Record<FilterName, () => ReactNode> = {
    status: () => select('status', choicesOf(statusTexts(kind.kind))),
    paymentType: () => select('paymentType', PAYMENT_TYPE_CHOICES),
    joinedFrom: () => day('joinedFrom'),
    joinedTo: () => day('joinedTo'),
    only: () => select('only', choicesOf(ONLY_TEXT)),
  };
  return (
    <GridFilters
      filters={FILTERS[kind.kind].map((name) => {
        const value = filters[name];
        const text = value && textOf(kind, name, value);
        return { name, label: LABELS[name], text, field: fields[name]() };
      })}
      onRemove={(name) => set(name as FilterName, '')}
      onClear={() => onFilter({})}
    />
  );
}

function textOf(kind: KindDef, name: FilterName, value: string): string {
  if (name === 'only') return ONLY_TEXT[value as PerformanceOnly];
  if (name === 'status') return statusText(kind.kind, Number(value));
  return name === 'paymentType' ? paymentTypeText(Number(value)) : formatDay(value);
}
