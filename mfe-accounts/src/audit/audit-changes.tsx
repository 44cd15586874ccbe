import type { AccountKind, AuditRow } from '@partnerdesk/contracts';
import { KINDS } from '../kinds/account-kinds';

/** What a line of the log has changed, field by field: what stood there before, and what stands there now. */
export function AuditChanges({ line }: { line: AuditRow }) {
  const { before = {}, after = {}, subject } = line;
  const kind = Object.hasOwn(KINDS, subject.type) ? KINDS[subject.type as AccountKind] : undefined;
  const fields = kind?.sections.flatMap((section) => section.fields) ?? [];
  // The account type is stored under its plain name and chosen by its id.
  const fieldOf = (name: string) => fields.find((field) => field.name === name || field.name === `${name}ID`);
  const shown = (name: string, value: unknown) => {
    const option = fieldOf(name)?.options?.find((each) => each.value === String(value));
    if (option) return option.label;
    if (value === '' || value === null || value === undefined) return '(empty)';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  // What was left empty and is new has nothing to say.
  const listed = Object.keys(after).filter((name) => name in before || (after[name] ?? '') !== '');
  return listed.map((name) => (
    <div key={name} className="acc-change">
      {fieldOf(name)?.label ?? name}: {name in before && <del>{shown(name, before[name])}</del>}{' '}
      {shown(name, after[name])}
    </div>
  ));
}
