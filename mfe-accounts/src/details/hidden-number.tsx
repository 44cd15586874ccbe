import type { RevealNumberRequest } from '@partnerdesk/contracts';
import { useState } from 'react';
import { useRevealNumberMutation } from '../accounts.api';

interface HiddenNumberProps extends RevealNumberRequest {
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
      <button
        type="button"
        className="btn btn-link btn-sm"
        aria-label={value ? `Hide the ${name}` : `Show the ${name}`}
        aria-disabled={isLoading}
        onClick={() => (value ? setValue(undefined) : void show())}
      >
        {value ? 'Hide' : 'Show'}
      </button>
      {!value && <span className="pd-field-hint">Each look is logged.</span>}
    </span>
  );
}
