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

interface TextFieldProps<Values> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'password' | 'number' | 'search';
  maxLength?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email';
  placeholder?: string;
  min?: string | number;
  max?: string | number;
  readOnly?: boolean;
}

/** What ties a control to its label, hint and error. */
export function useFieldIds(error: string | undefined, hint: ReactNode) {
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  return {
    id,
    noteId,
    control: {
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': noteId,
      isInvalid: Boolean(error),
    },
  };
}

interface FieldFrameProps {
  /** The control's id: the control itself takes it from here. */
  id: string;
  noteId?: string;
  label: string;
  required?: boolean;
  compact?: boolean;
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
}

/** Label, control, and under them the error or else the hint. */
export function FieldFrame({ id, noteId, label, required, compact, hint, error, children }: FieldFrameProps) {
  return (
    <BootstrapForm.Group controlId={id} className="pd-field">
      <BootstrapForm.Label visuallyHidden={compact}>
        {label}
        {required && !compact && <RequiredMark />}
      </BootstrapForm.Label>
      {children}
      <FieldNote noteId={noteId} hint={hint} error={error} />
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

/** A labelled line of text, with its error beside it. */
export function TextField<Values>(props: TextFieldProps<Values>) {
  const { form, name, label, hint, required, compact, type = 'text', placeholder, ...input } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <FieldFrame
      id={id}
      noteId={noteId}
      label={label}
      required={required}
      compact={compact}
      hint={hint}
      error={error}
    >
      <BootstrapForm.Control
        {...input}
        {...control}
        type={type}
        name={name}
        placeholder={placeholder ?? (compact ? label : undefined)}
        aria-required={required}
        value={String(form.values[name])}
        onChange={(event) => form.set(name, event.target.value as Values[typeof name])}
      />
    </FieldFrame>
  );
}

/** A labelled text of several lines. */
export function TextAreaField<Values>(props: FieldProps<Values> & { maxLength?: number; rows?: number }) {
  const { form, name, label, hint, required, maxLength, rows = 6 } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <FieldFrame id={id} noteId={noteId} label={label} required={required} hint={hint} error={error}>
      <BootstrapForm.Control
        {...control}
        as="textarea"
        name={name}
        rows={rows}
        maxLength={maxLength}
        aria-required={required}
        value={String(form.values[name])}
        onChange={(event) => form.set(name, event.target.value as Values[typeof name])}
      />
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
}

/** A labelled choice from a list; the empty value shows `placeholder`. */
export function SelectField<Values>(
  props: FieldProps<Values> & {
    options: readonly Option[];
    placeholder?: string;
    autoComplete?: string;
    /** There is always one chosen. */
    withoutEmpty?: boolean;
  },
) {
  const { form, name, label, hint, required, compact, options, autoComplete } = props;
  const { placeholder = compact ? label : 'Select…' } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <FieldFrame
      id={id}
      noteId={noteId}
      label={label}
      required={required}
      compact={compact}
      hint={hint}
      error={error}
    >
      <BootstrapForm.Select
        {...control}
        name={name}
        autoComplete={autoComplete}
        aria-required={required}
        value={String(form.values[name])}
        onChange={(event) => form.set(name, event.target.value as Values[typeof name])}
      >
        {!props.withoutEmpty && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </BootstrapForm.Select>
    </FieldFrame>
  );
}

/** One of a few, all of them in view. */
export function RadioField<Values>(props: FieldProps<Values> & { options: readonly Option[] }) {
  const { form, name, label, hint, required, options } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <BootstrapForm.Group as="fieldset" className="pd-field pd-radios" aria-describedby={noteId}>
      <legend className="form-label">
        {label}
        {required && <RequiredMark />}
      </legend>
      {options.map((option) => (
        <BootstrapForm.Check
          key={option.value}
          inline
          type="radio"
          id={`${id}-${option.value}`}
          name={`${id}-${name}`}
          label={option.label}
          value={option.value}
          isInvalid={control.isInvalid}
          aria-invalid={control['aria-invalid']}
          checked={String(form.values[name]) === option.value}
          onChange={() => form.set(name, option.value as Values[typeof name])}
        />
      ))}
      <FieldNote noteId={noteId} hint={hint} error={error} />
    </BootstrapForm.Group>
  );
}

/** Yes or no. */
export function CheckField<Values>({ form, name, label, hint }: CheckFieldProps<Values>) {
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <BootstrapForm.Group controlId={id} className="pd-field">
      <BootstrapForm.Check
        {...control}
        type="checkbox"
        name={name}
        label={label}
        checked={Boolean(form.values[name])}
        onChange={(event) => form.set(name, event.target.checked as Values[typeof name])}
      />
      <FieldNote noteId={noteId} hint={hint} error={error} />
    </BootstrapForm.Group>
  );
}

interface CheckFieldProps<Values> extends Omit<FieldProps<Values>, 'label'> {
  label: ReactNode;
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
