import { MAX_LENGTH, PASSWORD_RULE_TEXT } from '@partnerdesk/contracts';
import { Button } from '@partnerdesk/web/core';
import { useEffect, useState } from 'react';
import { TextField } from './fields';
import type { FormState } from './use-form';

interface NewPasswordFieldsProps<Values> {
  form: FormState<Values>;
  /** The fields of the password and of its confirmation. */
  names: readonly [keyof Values & string, keyof Values & string];
  labels?: readonly [string, string];
  required?: boolean;
  /** Whose rule is shown before somebody types. */
  who: keyof typeof PASSWORD_RULE_TEXT;
}

/** A new password, twice, with its strength and a way to see it (docs/PRODUCT.md §2, §5). */
export function NewPasswordFields<Values>({
  form,
  names: [password, confirmation],
  labels = ['New Password', 'Confirm New Password'],
  required,
  who,
}: NewPasswordFieldsProps<Values>) {
  const [isShown, setShown] = useState(false);
  const common = {
    form,
    required,
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    maxLength: MAX_LENGTH.newPassword,
  } as const;
  return (
    <>
      <div>
        <TextField {...common} name={password} label={labels[0]} hint={PASSWORD_RULE_TEXT[who]} />
        <StrengthMeter password={String(form.values[password])} />
      </div>
      <TextField {...common} name={confirmation} label={labels[1]} />
      <div className="pd-grid-row">
        <Button
          variant="link"
          size="sm"
          className="pd-show-password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide password' : 'Show password'}
        </Button>
      </div>
    </>
  );
}

const WORDS = ['very weak', 'weak', 'fair', 'good', 'strong'];

/** How hard the typed password is to guess, in words and as a bar. */
function StrengthMeter({ password }: { password: string }) {
  const [score, setScore] = useState<number>();
  useEffect(() => {
    let current = true;
    if (password)
      import('./password-strength').then(
        ({ strengthOf }) => current && setScore(strengthOf(password)),
        // It is advice: without it the form works all the same.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [password]);
  if (!password || score === undefined) return null;
  return (
    <div className="pd-strength" role="status">
      <meter min={0} max={4} low={2} high={3} optimum={4} value={score} aria-hidden="true" />
      <span>Strength: {WORDS[score]}</span>
    </div>
  );
}
