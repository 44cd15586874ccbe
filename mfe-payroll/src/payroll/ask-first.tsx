import { Button } from '@partnerdesk/web';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';

interface AskFirstProps
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'disabled' | 'title'> {
  label: string;
  question: string;
  yes: string;
  onYes: () => void;
  /** What the person types before a yes. */
  children?: ReactNode;
}

/**
 * A button for what can't be undone: it asks first. 'No' takes the button's place, focus and width, so that a second
 * click or Enter answers no.
 */
export function AskFirst({ label, question, yes, onYes, children, ...button }: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const answer = (then?: () => void) => () => {
    asked.current = true;
    setAsking(false);
    then?.();
  };
  const focusAfterAnswer = (element: HTMLButtonElement | null) => {
    if (asked.current) element?.focus();
    asked.current = false;
  };
  return (
    <span className="pay-ask">
      {asking ? (
        <>
          <Button variant="outline-primary" size="sm" autoFocus onClick={answer()}>
            No
            <span className="pay-ask-width" aria-hidden="true">
              {label}
            </span>
          </Button>
          <strong>{question}</strong>
          {children}
          <Button size="sm" onClick={answer(onYes)}>
            {yes}
          </Button>
        </>
      ) : (
        <Button size="sm" {...button} ref={focusAfterAnswer} onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
    </span>
  );
}
