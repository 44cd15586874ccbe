import { type AccountKind, HIDDEN_NUMBERS, isPaidKind, MESSAGE } from '@partnerdesk/contracts';
import {
  Button,
  CheckField,
  Form,
  type FormState,
  Panel,
  SelectField,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
  useLeaveGuard,
} from '@partnerdesk/web';
import { useState } from 'react';
import {
  type AccountRecord,
  type RevealNumberArgs,
  useRevealNumberMutation,
  useUpdateAccountMutation,
} from '../accounts.api';
import { type FieldDef, fieldOf, type KindDef, type SectionDef } from '../kinds/kind-definition';
import { ConflictNotice } from './conflict-notice';
import {
  checkSection,
  conflictOf,
  editedFields,
  isEditable,
  rebase,
  recordToSend,
  type SectionValues,
  valuesOf,
  warningOf,
} from './section-values';
import { useEditFocus, useSavedRecord } from './use-edit';

interface SectionProps {
  kind: KindDef;
  id: number;
  section: SectionDef;
  record: AccountRecord;
  /** The record as the server has it now. */
  onRecord: (record: AccountRecord) => void;
}

/** Somebody else has saved meanwhile, and the person has not said yet which changes count. */
const UNDECIDED = { alert: 'Please keep or discard your changes first', fields: {} };

/** A section of the details: read, or edited with Save and Cancel (docs/PRODUCT.md §4 "Edit sections"). */
export function Section(props: SectionProps) {
  const [editing, setEditing] = useState(false);
  const ref = useEditFocus(editing);
  const { kind, id, section, record } = props;
  return (
    <div ref={ref}>
      <Panel
        title={section.title}
        className="acc-section"
        {...(!editing && {
          actions: (
            <Button
              variant="outline-primary"
              size="sm"
              data-edits="true"
              aria-label={`Edit ${section.title}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          ),
        })}
      >
        {editing ? (
          <SectionForm {...props} onClose={() => setEditing(false)} />
        ) : (
          <SectionFacts kind={kind.kind} id={id} section={section} record={record} />
        )}
      </Panel>
    </div>
  );
}

function SectionForm({
  kind,
  id,
  section,
  record,
  onRecord,
  onClose,
}: SectionProps & { onClose: () => void }) {
  const alerts = useAlerts();
  const [update] = useUpdateAccountMutation();
  const findSaved = useSavedRecord(kind.kind, id);
  /** The record as it is now, after a refused save. */
  const [newer, setNewer] = useState<AccountRecord>();
  const { updateType } = section;
  const form = useForm({
    initial: valuesOf(section, record),
    validate: (values) => (newer ? UNDECIDED : checkSection(section, values)),
    submit: async (values) => {
      try {
        const sent = recordToSend(section, record, values);
        const answer = await update({ kind: kind.kind, id, updateType, record: sent }).unwrap();
        const saved = await findSaved(answer, sent);
        if (!saved) return alerts.warning(MESSAGE.genericError);
        onRecord(saved);
        alerts.success(kind.savedText);
        onClose();
      } catch (error) {
        const current = conflictOf(kind.kind, error);
        if (current) return setNewer(current);
        throw error;
      }
    },
  });
  // Saved elsewhere meanwhile, as its terms are: what was not edited here must not go back to what it was.
  const [base, setBase] = useState(record);
  if (base !== record) {
    setBase(record);
    form.reset(rebase(section, base, record, form.values));
  }
  useLeaveGuard(editedFields(section, record, form.values).length > 0);
  return (
    <Form form={form} label={section.title}>
      {newer && (
        <ConflictNotice
          sections={kind.sections}
          section={section}
          before={record}
          now={newer}
          values={form.values}
          onKeep={() => {
            form.reset(rebase(section, record, newer, form.values));
            onRecord(newer);
            setNewer(undefined);
            form.formRef.current?.querySelector<HTMLElement>('input, select')?.focus();
          }}
          onDiscard={() => {
            onRecord(newer);
            onClose();
          }}
        />
      )}
      <div className="pd-form-grid">
        {section.fields.filter(isEditable).map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
      </div>
      <div className="pd-form-end">
        <SubmitButton submitting={form.submitting}>Save</SubmitButton>
        <Button variant="outline-primary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface SectionFactsProps {
  kind: AccountKind;
  id: number;
  section: SectionDef;
  record: AccountRecord;
}

function SectionFacts({ kind, id, section, record }: SectionFactsProps) {
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

function FieldInput({ field, form }: { field: FieldDef; form: FormState<SectionValues> }) {
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

interface HiddenNumberProps extends RevealNumberArgs {
  /** Its last four digits; empty: there is none. */
  masked: string;
  label: string;
}

/** A number that is masked until somebody asks for it; the server keeps that they did. */
function HiddenNumber({ kind, id, field, masked, label }: HiddenNumberProps) {
  const [reveal, { isLoading }] = useRevealNumberMutation();
  const [value, setValue] = useState<string>();
  if (!masked) return null;
  const name = label.toLowerCase();
  const show = async () => {
    const answer = await reveal({ kind, id, field })
      .unwrap()
      .catch(() => undefined);
    // A failure has raised its alert.
    if (answer) setValue(answer.value);
  };
  return (
    <span className="acc-hidden-number">
      <span>{value ?? masked}</span>
      <Button
        variant="link"
        size="sm"
        aria-label={value ? `Hide the ${name}` : `Show the ${name}`}
        aria-disabled={isLoading}
        onClick={() => (value ? setValue(undefined) : void show())}
      >
        {value ? 'Hide' : 'Show'}
      </Button>
      {!value && <span className="pd-field-hint">Each look is logged.</span>}
    </span>
  );
}
