import { type ReactNode, useId } from 'react';
import Button from 'react-bootstrap/Button';
import BootstrapForm from 'react-bootstrap/Form';
import type { FormState } from './use-form';

interface FormProps<Values> {
  form: FormState<Values>;
  /** Names the form for assistive technology. */
  label: string;
  className?: string;
  /** Somebody has started on it. */
  onFocus?: () => void;
  children: ReactNode;
}

/** A form: Enter submits, the browser's own validation bubbles stay away, the server's refusal is shown on top. */
export function Form<Values>({ form, label, className, onFocus, children }: FormProps<Values>) {
  return (
    <BootstrapForm
      ref={form.formRef}
      aria-label={label}
      aria-busy={form.submitting}
      className={className}
      onFocus={onFocus}
      noValidate
      onSubmit={form.handleSubmit}
    >
      {form.refusal && (
        <p className="pd-refusal" role="alert">
          {form.refusal}
        </p>
      )}
      {children}
    </BootstrapForm>
  );
}

export interface FieldProps<Values> {
  form: FormState<Values>;
  name: keyof Values & string;
  label: string;
  /** Said under the field while it has no error. */
  hint?: ReactNode;
  required?: boolean;
  /** The label is for screen readers only; the placeholder shows it. */
  compact?: boolean;
}

/**
 * What makes a control a field of its form: its label, its hint or error, and both ways of its value.
 * @param error other than the form's own
 */
export function useField<Values>(
  { form, name, label, hint, required, compact }: FieldProps<Values>,
  error = form.errors[name],
) {
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  return {
    frame: { id, noteId, label, required, compact, hint, error },
    control: {
      name,
      'aria-required': required,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': noteId,
      isInvalid: Boolean(error),
    },
    text: String(form.values[name] ?? ''),
    put: (value: unknown) => form.set(name, value as Values[typeof name]),
  };
}

interface FieldFrameProps extends Pick<FieldProps<unknown>, 'label' | 'required' | 'compact' | 'hint'> {
  /** The control's id: the control itself takes it from here. */
  id: string;
  noteId?: string;
  error?: string;
  children: ReactNode;
}

/** Label, control, and under them the error or else the hint. */
export function FieldFrame({ id, label, required, compact, children, ...note }: FieldFrameProps) {
  return (
    <BootstrapForm.Group controlId={id} className="pd-field">
      <BootstrapForm.Label visuallyHidden={compact}>
        {label}
        {required && !compact && <RequiredMark />}
      </BootstrapForm.Label>
      {children}
      <FieldNote {...note} />
    </BootstrapForm.Group>
  );
}

function RequiredMark() {
  return (
    <span className="pd-required" aria-hidden="true">
      *
    </span>
  );
}

function FieldNote({ noteId, hint, error }: Pick<FieldFrameProps, 'noteId' | 'hint' | 'error'>) {
  if (!error && !hint) return null;
  return (
    <BootstrapForm.Text as="div" id={noteId} className={error ? 'pd-field-error' : 'pd-field-hint'}>
      {error || hint}
    </BootstrapForm.Text>
  );
}

interface TextFieldProps<Values> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'password' | 'number' | 'search';
  maxLength?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal';
  placeholder?: string;
  min?: number;
}

/** A labelled line of text, with its error beside it. */
export function TextField<Values>(props: TextFieldProps<Values>) {
  const { compact, label, type = 'text', placeholder = compact ? label : undefined } = props;
  const { frame, control, text, put } = useField(props);
  return (
    <FieldFrame {...frame}>
      <BootstrapForm.Control
        {...control}
        type={type}
        maxLength={props.maxLength}
        autoComplete={props.autoComplete}
        inputMode={props.inputMode}
        placeholder={placeholder}
        min={props.min}
        value={text}
        onChange={(event) => put(event.target.value)}
      />
    </FieldFrame>
  );
}

/** A labelled text of several lines. */
export function TextAreaField<Values>(props: FieldProps<Values> & { maxLength?: number; rows?: number }) {
  const { frame, control, text, put } = useField(props);
  return (
    <FieldFrame {...frame}>
      <BootstrapForm.Control
        {...control}
        as="textarea"
        rows={props.rows ?? 6}
        maxLength={props.maxLength}
        value={text}
        onChange={(event) => put(event.target.value)}
      />
    </FieldFrame>
  );
}

interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps<Values> extends FieldProps<Values> {
  options: readonly Option[];
  /** Shown for the empty value. */
  placeholder?: string;
  autoComplete?: string;
  /** There is always one chosen. */
  withoutEmpty?: boolean;
}

/** A labelled choice from a list. */
export function SelectField<Values>(props: SelectFieldProps<Values>) {
  const { placeholder = props.compact ? props.label : 'Select…' } = props;
  const { frame, control, text, put } = useField(props);
  return (
    <FieldFrame {...frame}>
      <BootstrapForm.Select
        {...control}
        autoComplete={props.autoComplete}
        value={text}
        onChange={(event) => put(event.target.value)}
      >
        {!props.withoutEmpty && <option value="">{placeholder}</option>}
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </BootstrapForm.Select>
    </FieldFrame>
  );
}

/** One of a few, all of them in view. */
export function RadioField<Values>(props: FieldProps<Values> & { options: readonly Option[] }) {
  const { frame, control, text, put } = useField(props);
  const { id, label, required, ...note } = frame;
  return (
    <BootstrapForm.Group as="fieldset" className="pd-field pd-radios" aria-describedby={note.noteId}>
      <legend className="form-label">
        {label}
        {required && <RequiredMark />}
      </legend>
      {props.options.map((option) => (
        <BootstrapForm.Check
          key={option.value}
          inline
          type="radio"
          id={`${id}-${option.value}`}
          name={`${id}-${control.name}`}
          label={option.label}
          value={option.value}
          isInvalid={control.isInvalid}
          aria-invalid={control['aria-invalid']}
          checked={text === option.value}
          onChange={() => put(option.value)}
        />
      ))}
      <FieldNote {...note} />
    </BootstrapForm.Group>
  );
}

/** Yes or no. */
export function CheckField<Values>(props: Omit<FieldProps<Values>, 'label'> & { label: ReactNode }) {
  const { form, name, label } = props;
  const { frame, control, put } = useField({ ...props, label: '' });
  return (
    <BootstrapForm.Group controlId={frame.id} className="pd-field">
      <BootstrapForm.Check
        {...control}
        type="checkbox"
        label={label}
        checked={Boolean(form.values[name])}
        onChange={(event) => put(event.target.checked)}
      />
      <FieldNote {...frame} />
    </BootstrapForm.Group>
  );
}

interface SubmitButtonProps {
  submitting: boolean;
  children: ReactNode;
  variant?: string;
  size?: 'sm';
}

/** Sends the form. While a call is under way it keeps the focus but does nothing. */
export function SubmitButton({ submitting, children, variant, size }: SubmitButtonProps) {
  return (
    <Button type="submit" variant={variant} size={size} aria-disabled={submitting}>
      {submitting && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
      {children}
    </Button>
  );
}
