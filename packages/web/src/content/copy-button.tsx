import { Button } from '@partnerdesk/web/core';
import { useEffect, useState } from 'react';

/** How long the button says that it has copied, in ms. */
const CONFIRMED_MS = 2000;

/** Copies by the clipboard API, else (plain http) by way of a selection. @returns whether it worked */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand?.('copy') ?? false;
    area.remove();
    return done;
  }
}

interface CopyButtonProps {
  text: string;
  /** What is copied, for the button's name: 'advertising link'. */
  what: string;
}

/** Copies a text and says so. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  const shown = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Press Ctrl+C' : 'Copy';
  return (
    <Button variant="outline-primary" className="pd-copy" aria-label={`Copy ${what}`} onClick={copy}>
      {shown}
      <span className="visually-hidden" role="status">
        {outcome === 'copied' ? `Copied ${what}` : ''}
      </span>
    </Button>
  );
}

interface CopyLineProps extends CopyButtonProps {
  label: string;
  hideLabel?: boolean;
}

/** A text to take along: shown in full, selected by a click, with its copy button. */
export function CopyLine({ text, what, label, hideLabel }: CopyLineProps) {
  return (
    <div className="pd-copy-line">
      <span className={hideLabel ? 'visually-hidden' : 'form-label'}>{label}</span>
      <div className="pd-copy-box">
        <code>{text}</code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}

/** Code to take along: all of it in view, lines broken where they must, with its copy button. */
export function CodeBlock({ label, code, what }: Record<'label' | 'code' | 'what', string>) {
  return (
    <figure className="pd-code">
      <figcaption>
        <span className="form-label">{label}</span>
        <CopyButton text={code} what={what} />
      </figcaption>
      <pre>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
