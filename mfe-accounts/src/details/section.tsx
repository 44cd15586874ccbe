import { MESSAGE } from '@partnerdesk/contracts';
import { Button, Form, Panel, SubmitButton, useAlerts, useForm, useLeaveGuard } from '@partnerdesk/web';
import { useState } from 'react';
import { type AccountRecord, useUpdateAccountMutation } from '../accounts.api';
import type { KindDef, SectionDef } from '../kinds/kind-definition';
import { conflictOf, rebase } from './conflict';
import { ConflictNotice } from './conflict-notice';
import { FieldInput } from './field-input';
import { SectionFacts } from './section-facts';
import { checkSection, editedFields, isEditable, recordToSend, valuesOf } from './section-values';
import { useEditFocus } from './use-edit-focus';
import { useSavedRecord } from './use-saved-record';

interface SectionProps {
  kind: KindDef;
  id: number;
  section: SectionDef;
  record: AccountRecord;
  /** The record as the server has it now. */
  onRecord: (record: AccountRecord) => void;
}

/** Somebody else has saved meanwhile, and the person has not said yet which changes count. */
const UNDECIDED = { alert: 'Please keep or discard your changes first', fields: {} };

/** A section of the details: read, or edited with Save and Cancel (docs/PRODUCT.md §4 "Edit sections"). */
export function Section(props: SectionProps) {
  const [editing, setEditing] = useState(false);
  const ref = useEditFocus(editing);
  const { kind, id, section, record } = props;
  return (
    <div ref={ref}>
      <Panel
        title={section.title}
        className="acc-section"
        {...(!editing && {
          actions: (
            <Button
              variant="outline-primary"
              size="sm"
              data-edits="true"
              aria-label={`Edit ${section.title}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          ),
        })}
      >
        {editing ? (
          <SectionForm {...props} onClose={() => setEditing(false)} />
        ) : (
          <SectionFacts kind={kind.kind} id={id} section={section} record={record} />
        )}
      </Panel>
    </div>
  );
}

function SectionForm({
  kind,
  id,
  section,
  record,
  onRecord,
  onClose,
}: SectionProps & { onClose: () => void }) {
  const alerts = useAlerts();
  const [update] = useUpdateAccountMutation();
  const findSaved = useSavedRecord(kind.kind, id);
  /** The record as it is now, after a refused save. */
  const [newer, setNewer] = useState<AccountRecord>();
  const { updateType } = section;
  const form = useForm({
    initial: valuesOf(section, record),
    validate: (values) => (newer ? UNDECIDED : checkSection(section, values)),
    submit: async (values) => {
      try {
        const sent = recordToSend(section, record, values);
        const answer = await update({ kind: kind.kind, id, updateType, record: sent }).unwrap();
        const saved = await findSaved(answer, sent);
        if (!saved) return alerts.warning(MESSAGE.genericError);
        onRecord(saved);
        alerts.success(kind.savedText);
        onClose();
      } catch (error) {
        const current = conflictOf(kind.kind, error);
        if (current) return setNewer(current);
        throw error;
      }
    },
  });
  // Saved elsewhere meanwhile, as its terms are: what was not edited here must not go back to what it was.
  const [base, setBase] = useState(record);
  if (base !== record) {
    setBase(record);
    form.reset(rebase(section, base, record, form.values));
  }
  useLeaveGuard(editedFields(section, record, form.values).length > 0);
  return (
    <Form form={form} label={section.title}>
      {newer && (
        <ConflictNotice
          sections={kind.sections}
          section={section}
          before={record}
          now={newer}
          values={form.values}
          onKeep={() => {
            form.reset(rebase(section, record, newer, form.values));
            onRecord(newer);
            setNewer(undefined);
            form.formRef.current?.querySelector<HTMLElement>('input, select')?.focus();
          }}
          onDiscard={() => {
            onRecord(newer);
            onClose();
          }}
        />
      )}
      <div className="pd-form-grid">
        {section.fields.filter(isEditable).map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
      </div>
      <div className="pd-form-end">
        <SubmitButton submitting={form.submitting}>Save</SubmitButton>
        <Button variant="outline-primary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
