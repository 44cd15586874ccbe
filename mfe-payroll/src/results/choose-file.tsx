import { MAX_RESULT_FILE_BYTES, PAY_FILE_FORMATS, type PayFileFormat } from '@partnerdesk/contracts';
import { Button, Panel } from '@partnerdesk/web';
import { type FormEvent, useState } from 'react';

/** A file as it was chosen; its bytes are sent to be shown, and again to be confirmed. */
export interface ChosenFile {
  name: string;
  format: PayFileFormat;
  bytes: ArrayBuffer;
}

const FORMAT_TEXT: Record<PayFileFormat, string> = {
  nacha: 'Bank return file (NACHA)',
  paypal: 'Results of PayPal (CSV)',
};

interface ChooseFileProps {
  busy: boolean;
  /** What a file says is in view: another one is not the next step. */
  isShown: boolean;
  onChosen: (file: ChosenFile) => void;
}

/** Which file, and of whom. */
export function ChooseFile({ busy, isShown, onChosen }: ChooseFileProps) {
  const [format, setFormat] = useState<PayFileFormat>('nacha');
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!file) return setProblem('Please choose a file');
    if (file.size > MAX_RESULT_FILE_BYTES) return setProblem('The file is larger than 20 MB');
    // The browser reads none that was changed, moved or removed since it was chosen.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    setProblem(bytes ? '' : 'The file could not be read. Please choose it again');
    if (bytes) onChosen({ name: file.name, format, bytes });
  };
  return (
    <Panel>
      <form aria-label="Payment results" onSubmit={(event) => void submit(event)}>
        <fieldset className="pd-field">
          <legend className="form-label">What is it?</legend>
          {PAY_FILE_FORMATS.map((each) => (
            <div className="form-check" key={each}>
              <input
                className="form-check-input"
                type="radio"
                name="format"
                id={`format-${each}`}
                checked={each === format}
                onChange={() => setFormat(each)}
              />
              <label className="form-check-label" htmlFor={`format-${each}`}>
                {FORMAT_TEXT[each]}
              </label>
            </div>
          ))}
        </fieldset>
        <div className="pd-field">
          <label className="form-label" htmlFor="results-file">
            File
          </label>
          <input
            id="results-file"
            className={`form-control${problem ? ' is-invalid' : ''}`}
            type="file"
            aria-invalid={problem !== ''}
            aria-describedby={problem ? 'results-file-note' : undefined}
            onChange={({ target: { files } }) => {
              setFile(files?.[0]);
              // No bank's return file is called so.
              if (/\.csv$/i.test(files?.[0]?.name ?? '')) setFormat('paypal');
            }}
          />
          {problem && (
            <div id="results-file-note" className="invalid-feedback">
              {problem}
            </div>
          )}
        </div>
        <Button type="submit" variant={isShown ? 'outline-primary' : 'primary'} aria-disabled={busy}>
          Show results
        </Button>
      </form>
    </Panel>
  );
}
