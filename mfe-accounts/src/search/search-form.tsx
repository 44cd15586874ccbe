import { MESSAGE, SEARCH_TYPE } from '@partnerdesk/contracts';
import { Button, Form, SelectField, SubmitButton, TextField, useForm, useMedia } from '@partnerdesk/web';
import { useFreshValues } from '../use-fresh-values';
import type { SearchParams, SearchType } from './search-params';

/** Longer than any name or email that there is. */
const MAX_VALUE = 200;

interface SearchFormProps {
  searchParams: SearchParams;
  onSearch: (type: SearchType, value: string) => void;
  searching: boolean;
  /** What a name is to the kind. */
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
          className="acc-guess"
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
