import type { AccountKind } from '@partnerdesk/contracts';
import { Button, Form, Link, SubmitButton, TextField, useForm } from '@partnerdesk/web';
import { X } from '@partnerdesk/web/icons';
import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_NAME, useSavedSearches } from './use-saved-searches';

/** The searches that were given a name, and a way to name this one. @param query the address of this search */
export function SavedSearches({ kind, query }: { kind: AccountKind; query: string }) {
  const { saved, save, forget } = useSavedSearches(kind);
  const [naming, setNaming] = useState(false);
  const frameRef = useRef<HTMLDivElement>(null);
  // What had the focus goes: it moves on to what comes instead.
  const leaves = useRef(false);
  useEffect(() => {
    if (leaves.current)
      frameRef.current?.querySelector<HTMLElement>(naming ? 'input' : ':scope > button')?.focus();
    leaves.current = false;
  });
  const leave = (step: () => void) => () => {
    leaves.current = true;
    step();
  };
  return (
    <div className="acc-saved" ref={frameRef}>
      {saved.length > 0 && (
        <ul className="pd-chips" aria-label="Saved searches">
          {saved.map((each) => (
            <li key={each.name} className="pd-chip">
              <Link to={`?${each.query}`} aria-current={each.query === query ? 'true' : undefined}>
                {each.name}
              </Link>
              <button
                type="button"
                aria-label={`Forget ${each.name}`}
                onClick={leave(() => forget(each.name))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {naming ? (
        <NameForm
          onSave={(name) => {
            save({ name, query });
            leave(() => setNaming(false))();
          }}
          onClose={leave(() => setNaming(false))}
        />
      ) : (
        <Button variant="link" size="sm" onClick={leave(() => setNaming(true))}>
          Save this search
        </Button>
      )}
    </div>
  );
}

function NameForm({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const text = 'Please enter a name';
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() ? undefined : { alert: text, fields: { name: text } }),
    submit: async ({ name }) => onSave(name.trim()),
  });
  return (
    <Form form={form} label="Save this search" className="acc-name-search">
      <TextField form={form} name="name" label="Name of the search" maxLength={MAX_SEARCH_NAME} />
      <SubmitButton submitting={false}>Save</SubmitButton>
      <Button variant="outline-primary" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
