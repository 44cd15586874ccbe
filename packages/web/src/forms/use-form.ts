import {
  isApiError,
  isProofMissing,
  raiseAlert,
  readFailure,
  useAppDispatch,
  useAttempt,
} from '@partnerdesk/web/core';
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type FieldTexts<Values> = Partial<Record<keyof Values & string, string>>;

/** What is wrong with a form: the alert of docs/PRODUCT.md §5, and the texts beside the fields that caused it. */
export interface FormProblem<Values> {
  alert: string;
  fields: FieldTexts<Values>;
}

export interface FormOptions<Values> {
  initial: Values;
  /** The first rule that is broken, undefined if the form may be sent. */
  validate: (values: Values) => FormProblem<Values> | undefined;
  /** Sends it. A thrown ApiError puts its field texts beside the fields; the values stay. */
  submit: (values: Values) => Promise<unknown>;
}

export interface FormState<Values> {
  values: Values;
  errors: FieldTexts<Values>;
  /** A call is under way; a second submit does nothing. */
  submitting: boolean;
  /** What the server said about the form as a whole. */
  refusal: string;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  reset: (values: Values) => void;
  handleSubmit: (event: FormEvent) => void;
  formRef: RefObject<HTMLFormElement | null>;
}

/** The problem of fields whose text is no value, such as a date that there is not: the form's value of each is empty. */
function unreadProblem<Values>(form: HTMLFormElement | null): FormProblem<Values> | undefined {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('[data-problem]') ?? [])];
  const texts = inputs.map(({ name, dataset }) => [name, dataset.problem]);
  const alert = inputs[0]?.dataset.problem;
  return alert ? { alert, fields: Object.fromEntries(texts) } : undefined;
}

/** The state of a form: errors beside fields, focus to the first one, one submit at a time, nothing typed is lost. */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const dispatch = useAppDispatch();
  const startAttempt = useAttempt();
  const formRef = useRef<HTMLFormElement | null>(null);
  const busyRef = useRef(false);
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<FieldTexts<Values>>({});
  const [refusal, setRefusal] = useState('');
  const [submitting, setSubmitting] = useState(false);
  const [refusedCount, setRefusedCount] = useState(0);

  useEffect(() => {
    if (refusedCount) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedCount]);

  const refuse = (fields: FieldTexts<Values>) => {
    setErrors(fields);
    setRefusedCount((count) => count + 1);
  };

  const set: FormState<Values>['set'] = useCallback((name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others as FieldTexts<Values>);
  }, []);

  const reset = useCallback((fresh: Values) => {
    setValues(fresh);
    setErrors({});
    setRefusal('');
  }, []);

  const send = async () => {
    busyRef.current = true;
    setSubmitting(true);
    setRefusal('');
    try {
      await options.submit(values);
    } catch (error) {
      const { fields, reason, isFinal, alert, sessionEnded } = readFailure(error, Object.keys(values));
      if (!isApiError(error)) {
        // A fault of the screen itself: the person is not left without an answer, the console has the rest.
        dispatch(raiseAlert(alert.kind, alert.text));
        throw error;
      }
      if (isFinal) startAttempt(); // The form says it: the alert about the same goes.
      // A quiet endpoint's failure that no text explains: nobody has said anything yet.
      const isSaid = error.alerted || reason || isFinal || sessionEnded || isProofMissing(error);
      if (!isSaid) dispatch(raiseAlert(alert.kind, alert.text));
      setRefusal(reason);
      refuse(fields as FieldTexts<Values>);
    } finally {
      busyRef.current = false;
      setSubmitting(false);
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busyRef.current) return;
    startAttempt();
    const problem = options.validate(values) ?? unreadProblem<Values>(formRef.current);
    if (problem) {
      dispatch(raiseAlert('warning', problem.alert));
      refuse(problem.fields);
      return;
    }
    setErrors({});
    void send();
  };

  return { values, errors, submitting, refusal, set, reset, handleSubmit, formRef };
}
