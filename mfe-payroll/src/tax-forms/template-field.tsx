import { useId, useState } from 'react';

/** The first line of a longer file is no header. */
const MAX_HEADER = 10_000;

/** The IRS changes its columns: with its template of the year the file has them in its order. */
export function TemplateField({ onTemplate }: { onTemplate: (firstLine: string | undefined) => void }) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const choose = async (file: File | undefined) => {
    const [firstLine = ''] = file ? (await file.slice(0, MAX_HEADER + 1).text()).split(/\r?\n/) : [];
    const isUsable = firstLine.trim() !== '' && firstLine.length <= MAX_HEADER;
    setProblem(file && !isUsable ? 'The first line of this file has no columns' : '');
    onTemplate(isUsable ? firstLine : undefined);
  };
  return (
    <details>
      <summary>Use the IRS’s template of the year</summary>
      <div className="pd-field mt-2">
        <label className="form-label" htmlFor={id}>
          Template (CSV)
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className={`form-control${problem ? ' is-invalid' : ''}`}
          aria-describedby={`${id}-note`}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <div id={`${id}-note`} className={problem ? 'invalid-feedback' : 'pd-field-hint'}>
          {problem ||
            'Files you download then have its columns. Without it they have those that the product knows.'}
        </div>
      </div>
    </details>
  );
}
