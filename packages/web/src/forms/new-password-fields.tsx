import { MAX_LENGTH } from '@partnerdesk/contracts';
import { TextField } from './fields';
import type { FormState } from './use-form';

interface NewPasswordFieldsProps<Values> {
  form: FormState<Values>;
  /** The fields of the password and of its confirmation. */
  names: readonly [keyof Values & string, keyof Values & string];
}

/** A new password, twice; password managers offer to make and keep one (limits: docs/PRODUCT.md §2, §5). */
export function NewPasswordFields<Values>({
  form,
  names: [password, confirmation],
}: NewPasswordFieldsProps<Values>) {
  const common = {
    form,
    type: 'password',
    autoComplete: 'new-password',
    maxLength: MAX_LENGTH.newPassword,
  } as const;
  return (
    <>
      <TextField {...common} name={password} label="New Password" />
      <TextField {...common} name={confirmation} label="Confirm New Password" />
    </>
  );
}
