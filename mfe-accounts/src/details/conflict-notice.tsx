import { Button } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import type { SectionDef } from '../kinds/kind-definition';
import { changesBetween, editedFields, type SectionValues } from './section-values';

interface ConflictNoticeProps {
  sections: readonly SectionDef[];
  section: SectionDef;
  /** The record that was edited, and the one that is there now. */
  before: AccountRecord;
  now: AccountRecord;
  values: SectionValues;
  onKeep: () => void;
  onDiscard: () => void;
}

/** A save came too late: shows what somebody else has changed, and lets the person decide. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { sections, section, before, now, values, onKeep, onDiscard } = props;
  const fields = sections.flatMap((each) => each.fields);
  const mine = editedFields(section, before, values);
  const shown = (name: string, value: unknown) => {
    const option = fields
      .find((field) => field.name === name)
      ?.options?.find((each) => each.value === String(value));
    return option?.label ?? (value === '' ? '(empty)' : String(value));
  };
  const changes = changesBetween(before, now);
  return (
    <div className="acc-conflict" role="alert">
      <p>
        <strong>Somebody else has changed this record meanwhile.</strong> Nothing was saved. This is what
        changed:
      </p>
      {changes.length > 0 ? (
        <table className="table pd-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Was</th>
              <th scope="col">Is now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before: was, now: is }) => (
              <tr key={name}>
                <th scope="row">{fields.find((field) => field.name === name)?.label ?? name}</th>
                <td>{shown(name, was)}</td>
                <td>{shown(name, is)}</td>
                <td>{mine.includes(name) ? shown(name, values[name]) : 'not changed'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>None of the fields shown here.</p>
      )}
      <div className="pd-actions">
        <Button size="sm" onClick={onKeep}>
          Keep my changes and go on
        </Button>
        <Button variant="outline-primary" size="sm" onClick={onDiscard}>
          Discard mine
        </Button>
      </div>
    </div>
  );
}
