import { type AccountKind, HIDDEN_NUMBERS, isPaidKind } from '@partnerdesk/contracts';
import type { AccountRecord } from '../accounts.api';
import { type FieldDef, fieldOf, type SectionDef } from '../kinds/kind-definition';
import { HiddenNumber } from './hidden-number';
import { warningOf } from './section-values';

interface SectionFactsProps {
  kind: AccountKind;
  id: number;
  section: SectionDef;
  record: AccountRecord;
}

/** A section as it is read. */
export function SectionFacts({ kind, id, section, record }: SectionFactsProps) {
  return (
    <dl className="pd-facts">
      {section.fields.map((field) => (
        <div className="acc-fact" key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <Fact kind={kind} id={id} field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ kind, id, field, record }: Omit<SectionFactsProps, 'section'> & { field: FieldDef }) {
  const { name, type, options } = field;
  const value = fieldOf(record, name);
  const hidden = HIDDEN_NUMBERS.find((each) => each === name);
  if (hidden && isPaidKind(kind)) {
    // Another mask is another number: a shown one must not outlive it.
    return (
      <HiddenNumber
        key={String(value)}
        kind={kind}
        id={id}
        field={hidden}
        masked={String(value)}
        label={field.label}
      />
    );
  }
  if (type === 'check') return value ? 'Yes' : 'No';
  if (options) return options.find((option) => option.value === String(value))?.label ?? String(value);
  const warning = warningOf(name, String(value));
  return (
    <>
      {String(value ?? '')}
      {warning && <div className="pd-warning">{warning}</div>}
    </>
  );
}
