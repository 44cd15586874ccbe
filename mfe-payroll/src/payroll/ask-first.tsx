import { Button } from '@partnerdesk/web';
import { type ComponentProps, useRef, useState } from 'react';

interface AskFirstProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'disabled'> {
  label: string;
  question: string;
  yes: string;
  onYes: () => void;
}

/** A button for what can't be undone: the question stands in its place first, and Enter twice is a no. */
export function AskFirst({ label, question, yes, onYes, ...button }: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  if (!asking) {
    return (
      <Button
        size="sm"
        {...button}
        ref={(element: HTMLButtonElement | null) => {
          if (asked.current) element?.focus();
          asked.current = false;
        }}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  }
  const answer = (then?: () => void) => () => {
    asked.current = true;
    setAsking(false);
    then?.();
  };
  return (
    <>
      <strong>{question}</strong>
      <Button size="sm" onClick={answer(onYes)}>
        {yes}
      </Button>
      <Button variant="outline-primary" size="sm" autoFocus onClick={answer()}>
        No
      </Button>
    </>
  );
}
