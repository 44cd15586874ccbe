import { type ReactNode, useId } from 'react';
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
    <form
      ref={form.formRef}
      aria-label={label}
      aria-busy={form.submitting}
      className={className}
      onFocus={onFocus}
      noValidate
      onSubmit={form.handleSubmit}
    >
      {form.refusal && <p className="pd-refusal">{form.refusal}</p>}
      {children}
    </form>
  );
}

interface FieldProps<Values> {
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
  type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'search';
  maxLength?: number;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'email';
  placeholder?: string;
  min?: string | number;
  max?: string | number;
  readOnly?: boolean;
}

/** What ties a control to its label, hint and error. */
function useFieldIds(error: string | undefined, hint: ReactNode) {
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  return {
    id,
    noteId,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': noteId },
  };
}

interface FieldFrameProps {
  id: string;
  noteId?: string;
  label: string;
  required?: boolean;
  compact?: boolean;
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
}

function FieldFrame({ id, noteId, label, required, compact, hint, error, children }: FieldFrameProps) {
  return (
    <div className="pd-field">
      <label htmlFor={id} className={compact ? 'visually-hidden' : 'form-label'}>
        {label}
        {required && !compact && (
          <span className="pd-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {(error || hint) && (
        <div id={noteId} className={error ? 'pd-field-error' : 'pd-field-hint'}>
          {error || hint}
        </div>
      )}
    </div>
  );
}

/** A labelled line of text, with its error beside it. */
export function TextField<Values>(props: TextFieldProps<Values>) {
  const { form, name, label, hint, required, compact, type = 'text', placeholder, ...input } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <FieldFrame {...{ id, noteId, label, required, compact, hint, error }}>
      <input
        {...input}
        {...control}
        type={type}
        name={name}
        className={`form-control ${error ? 'is-invalid' : ''}`}
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
    <FieldFrame {...{ id, noteId, label, required, hint, error }}>
      <textarea
        {...control}
        name={name}
        rows={rows}
        maxLength={maxLength}
        className={`form-control ${error ? 'is-invalid' : ''}`}
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
  const { form, name, label, hint, required, options, placeholder = 'Select…', autoComplete } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <FieldFrame {...{ id, noteId, label, required, hint, error }}>
      <select
        {...control}
        name={name}
        autoComplete={autoComplete}
        className={`form-select ${error ? 'is-invalid' : ''}`}
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
      </select>
    </FieldFrame>
  );
}

/** One of a few, all of them in view. */
export function RadioField<Values>(props: FieldProps<Values> & { options: readonly Option[] }) {
  const { form, name, label, hint, required, options } = props;
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <fieldset className="pd-field pd-radios" aria-describedby={noteId}>
      <legend className="form-label">
        {label}
        {required && (
          <span className="pd-required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {options.map((option) => (
        <div className="form-check form-check-inline" key={option.value}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            className={`form-check-input ${error ? 'is-invalid' : ''}`}
            name={`${id}-${name}`}
            value={option.value}
            aria-invalid={control['aria-invalid']}
            checked={String(form.values[name]) === option.value}
            onChange={() => form.set(name, option.value as Values[typeof name])}
          />
          <label className="form-check-label" htmlFor={`${id}-${option.value}`}>
            {option.label}
          </label>
        </div>
      ))}
      {(error || hint) && (
        <div id={noteId} className={error ? 'pd-field-error' : 'pd-field-hint'}>
          {error || hint}
        </div>
      )}
    </fieldset>
  );
}

/** Yes or no. */
export function CheckField<Values>({ form, name, label, hint }: CheckFieldProps<Values>) {
  const error = form.errors[name];
  const { id, noteId, control } = useFieldIds(error, hint);
  return (
    <div className="pd-field">
      <div className="form-check">
        <input
          {...control}
          type="checkbox"
          name={name}
          className={`form-check-input ${error ? 'is-invalid' : ''}`}
          checked={Boolean(form.values[name])}
          onChange={(event) => form.set(name, event.target.checked as Values[typeof name])}
        />
        <label className="form-check-label" htmlFor={id}>
          {label}
        </label>
      </div>
      {(error || hint) && (
        <div id={noteId} className={error ? 'pd-field-error' : 'pd-field-hint'}>
          {error || hint}
        </div>
      )}
    </div>
  );
}

interface CheckFieldProps<Values> extends Omit<FieldProps<Values>, 'label'> {
  label: ReactNode;
}

interface SubmitButtonProps {
  submitting: boolean;
  children: ReactNode;
  className?: string;
}

/** Sends the form. While a call is under way it keeps the focus but does nothing. */
export function SubmitButton({ submitting, children, className = 'btn btn-primary' }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} aria-disabled={submitting}>
      {submitting && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
      {children}
    </button>
  );
}
