import BootstrapForm from 'react-bootstrap/Form';
import InputGroup from 'react-bootstrap/InputGroup';
import { FieldFrame, type FieldProps, useFieldIds } from './fields';

/** An amount as the form holds it: dollars with at most two decimals, perhaps below zero. */
const AMOUNT = /^-?\d+(\.\d{1,2})?$/;

/**
 * Reads what was typed into a money field, with or without `$` and thousands separators.
 * @returns the amount as `-1234.50`; what is no amount stays as it was typed
 */
export function readAmount(typed: string): string {
  const plain = typed.replace(/[\s$,]/g, '').replace(/^[−–]/, '-');
  return AMOUNT.test(plain) ? Number(plain).toFixed(2) : typed;
}

/** An amount in dollars: digits right-aligned, two decimals once it is left. */
export function MoneyField<Values>({
  form,
  name,
  label,
  hint,
  required,
}: Omit<FieldProps<Values>, 'compact'>) {
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  const put = (text: string) => form.set(name, text as Values[typeof name]);
  return (
    <FieldFrame id={id} noteId={noteId} label={label} required={required} hint={hint} error={error}>
      <InputGroup>
        <InputGroup.Text aria-hidden="true">$</InputGroup.Text>
        <BootstrapForm.Control
          {...control}
          className="pd-numeric"
          name={name}
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          placeholder="0.00"
          aria-required={required}
          value={String(form.values[name])}
          onChange={(event) => put(event.target.value)}
          onBlur={(event) => put(readAmount(event.target.value))}
        />
      </InputGroup>
    </FieldFrame>
  );
}
