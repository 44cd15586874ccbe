import { CheckField, type FormState, SelectField, TextField } from '@partnerdesk/web';
import type { FieldDef } from '../kinds/kind-definition';
import { type SectionValues, warningOf } from './section-values';

/** One field of a section's form. */
export function FieldInput({ field, form }: { field: FieldDef; form: FormState<SectionValues> }) {
  const { name, label, type, max, options = [], hint } = field;
  const value = form.values[name];
  if (type === 'check') return <CheckField form={form} name={name} label={label} />;
  if (type === 'select') {
    // A code that nobody has listed stays what it is.
    const known = options.some((option) => option.value === value);
    const all = known ? options : [...options, { value: String(value), label: String(value) }];
    return (
      <SelectField form={form} name={name} label={label} options={all} withoutEmpty {...(hint && { hint })} />
    );
  }
  const warning = warningOf(name, value);
  const text = type === 'hidden-number' ? 'Left as it is, the number stays.' : hint;
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      type={type === 'email' ? 'email' : 'text'}
      autoComplete="off"
      hint={warning ? <span className="pd-warning">{warning}</span> : text}
      {...((type === 'number' || type === 'optional-number') && { inputMode: 'decimal' as const })}
      {...(max && { maxLength: max })}
    />
  );
}
