import { Panel, Screen } from '@partnerdesk/web/core';
import type { ReactNode } from 'react';
import { Form, SubmitButton } from './fields';
import type { FormState } from './use-form';

interface FormScreenProps<Values> {
  title: string;
  lead?: string;
  form: FormState<Values>;
  label: string;
  submit: ReactNode;
  onFocus?: () => void;
  children: ReactNode;
}

/** A screen that is one form and nothing else. */
export function FormScreen<Values>({
  title,
  lead,
  form,
  label,
  submit,
  onFocus,
  children,
}: FormScreenProps<Values>) {
  return (
    <Screen title={title} lead={lead} narrow>
      <Panel>
        <Form form={form} label={label} onFocus={onFocus}>
          {children}
          <SubmitButton submitting={form.submitting}>{submit}</SubmitButton>
        </Form>
      </Panel>
    </Screen>
  );
}
