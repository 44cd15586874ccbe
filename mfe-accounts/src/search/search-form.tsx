import {
  choicesOf,
  MESSAGE,
  PAYMENT_TYPE_CHOICES,
  type PerformanceOnly,
  paymentTypeText,
  SEARCH_TYPE,
  statusText,
  statusTexts,
} from '@partnerdesk/contracts';
import {
  Button,
  DateField,
  Form,
  type FormState,
  formatDay,
  SelectField,
  SubmitButton,
  TextField,
  useConfiguration,
  useForm,
  useMedia,
} from '@partnerdesk/web';
import { GridFilters } from '@partnerdesk/web/grid';
import type { ReactNode } from 'react';
import type { KindDef } from '../kinds/kind-definition';
import { useFreshValues } from '../use-fresh-values';
import { FILTERS, type Filters, type SearchParams, type SearchType } from './search-params';

/** Longer than any name or email that there is. */
const MAX_VALUE = 200;

interface SearchFormProps {
  searchParams: SearchParams;
  onSearch: (type: SearchType, value: string) => void;
  searching: boolean;
  nameLabel: string;
}

/** What a text looks like: it is offered where no type is chosen. */
function typeOf(value: string): SearchType {
  if (/^0*[1-9]\d{0,14}$/.test(value)) return SEARCH_TYPE.id;
  return value.includes('@') ? SEARCH_TYPE.email : SEARCH_TYPE.name;
}

/** What to search by, and for what (docs/PRODUCT.md §2 "Search screens"). */
export function SearchForm({ searchParams, onSearch, searching, nameLabel }: SearchFormProps) {
  const isPhone = useMedia('(max-width: 640px)');
  const asked = { type: String(searchParams.type ?? ''), value: searchParams.value };
  const form = useForm({
    initial: asked,
    validate: ({ type, value }) => {
      if (!type) return { alert: MESSAGE.selectSearchType, fields: { type: MESSAGE.selectSearchType } };
      const text = 'Please enter a number';
      if (type === String(SEARCH_TYPE.id) && !/^\s*0*[1-9]\d{0,14}\s*$/.test(value))
        return { alert: text, fields: { value: text } };
      return undefined;
    },
    submit: async ({ type, value }) => onSearch(Number(type) as SearchType, value.trim()),
  });
  // Back, forward and links bring another search into it.
  useFreshValues(form, asked);
  const types = [
    { value: String(SEARCH_TYPE.id), label: 'ID' },
    { value: String(SEARCH_TYPE.name), label: nameLabel },
    { value: String(SEARCH_TYPE.email), label: 'Email' },
  ];
  const value = form.values.value.trim();
  const guess = !form.values.type && value ? typeOf(value) : undefined;
  const labelOf = (type: SearchType) =>
    type === SEARCH_TYPE.id ? 'ID' : type === SEARCH_TYPE.email ? 'email' : nameLabel.toLowerCase();
  return (
    <Form form={form} label="Search" className="acc-search">
      <SelectField form={form} name="type" label="Search by" options={types} compact={isPhone} />
      <TextField
        form={form}
        name="value"
        label="Search for"
        compact={isPhone}
        type="search"
        maxLength={MAX_VALUE}
        inputMode={form.values.type === String(SEARCH_TYPE.id) ? 'numeric' : 'text'}
      />
      <SubmitButton submitting={searching}>Search</SubmitButton>
      {guess && (
        <Button
          variant="link"
          onClick={() => {
            // It goes once its type is chosen.
            form.formRef.current?.querySelector<HTMLElement>('[name=value]')?.focus();
            onSearch(guess, value);
          }}
        >
          Search by {labelOf(guess)}
        </Button>
      )}
    </Form>
  );
}

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
