import { CopyButton } from './copy-button';

interface CodeBlockProps {
  /** Names it, for its label. */
  label: string;
  code: string;
  /** What is copied, for the button's name: 'embed code'. */
  what: string;
}

/** Code to take along: all of it in view, lines broken where they must, with its copy button. */
export function CodeBlock({ label, code, what }: CodeBlockProps) {
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
