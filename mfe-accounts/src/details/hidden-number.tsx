import { Button } from '@partnerdesk/web';
import { useState } from 'react';
import { type RevealNumberArgs, useRevealNumberMutation } from '../accounts.api';

interface HiddenNumberProps extends RevealNumberArgs {
  /** Its last four digits; empty: there is none. */
  masked: string;
  label: string;
}

/** A number that is masked until somebody asks for it; the server keeps that they did. */
export function HiddenNumber({ kind, id, field, masked, label }: HiddenNumberProps) {
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
