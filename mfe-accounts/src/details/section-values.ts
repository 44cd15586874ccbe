import {
  ACCOUNT_RECORD,
  type AccountKind,
  type AccountRecords,
  type ConflictDetails,
  isRoutingNumber,
  MAX_KELLY_STAFF_ID,
  MESSAGE,
  matches,
} from '@partnerdesk/contracts';
import { type FieldTexts, type FormProblem, isConflict } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import { type FieldDef, fieldOf, type SectionDef } from '../kinds/kind-definition';

/** A section's fields as its form holds them: texts, and yes or no. */
export type SectionValues = Record<string, string | boolean>;

export const isEditable = ({ type }: FieldDef) => type !== 'static';

const NUMBER_TEXT = 'Please enter a number';

export function valuesOf({ fields }: SectionDef, record: AccountRecord): SectionValues {
  return Object.fromEntries(
    fields.filter(isEditable).map(({ name, type }) => {
      const value = fieldOf(record, name);
      return [name, type === 'check' ? Boolean(value) : String(value ?? '')];
    }),
  );
}

function wireValue(
  { type, name }: FieldDef,
  value: string | boolean | undefined,
): string | number | boolean | null {
  if (typeof value === 'boolean') return value;
  const text = (value ?? '').trim();
  if (type === 'optional-number') return text === '' ? null : Number(text);
  if (type === 'number') return Number(name === 'kellyStaffID' ? text.replace(/^0+(?=.)/, '') : text);
  return type === 'select' ? Number(text) : text;
}

/** The whole record as it is sent: the section's values over the record that was edited. */
export function recordToSend(
  section: SectionDef,
  record: AccountRecord,
  values: SectionValues,
): AccountRecord {
  const edited = section.fields
    .filter(isEditable)
    .map((field) => [field.name, wireValue(field, values[field.name])] as const);
  return { ...record, ...Object.fromEntries(edited) };
}

/** Names of the fields that hold something else than the record. */
export function editedFields(section: SectionDef, record: AccountRecord, values: SectionValues): string[] {
  const before = valuesOf(section, record);
  return Object.keys(before).filter((name) => before[name] !== values[name]);
}

/** The first rule that is broken (docs/PRODUCT.md §5 "Staff, section Info"; numbers are numbers). */
export function checkSection(
  section: SectionDef,
  values: SectionValues,
): FormProblem<SectionValues> | undefined {
  const fields: FieldTexts<SectionValues> = {};
  for (const { name, type } of section.fields) {
    const text = String(values[name] ?? '').trim();
    if (type !== 'number' && !(type === 'optional-number' && text !== '')) continue;
    const bad = text === '' || !Number.isFinite(Number(text));
    if (name === 'kellyStaffID') {
      if (!/^\d+$/.test(text) || Number(text) > MAX_KELLY_STAFF_ID) fields[name] = MESSAGE.kellyStaffId;
    } else if (bad) fields[name] = NUMBER_TEXT;
  }
  const alert = fields.kellyStaffID ?? Object.values(fields)[0];
  return alert ? { alert, fields } : undefined;
}

/** What is said beside a field without keeping it from being saved (docs/RULES.md, Accounts and access). */
export function warningOf(name: string, value: string | boolean | undefined): string | undefined {
  if (name !== 'achRoutingNumber' || typeof value !== 'string' || !value.trim()) return undefined;
  return isRoutingNumber(value.trim())
    ? undefined
    : 'This does not look like a routing number. Please check it.';
}

/** The record as it is now, if that is why a save was refused. */
export function conflictOf<Kind extends AccountKind>(
  kind: Kind,
  error: unknown,
): AccountRecords[Kind] | undefined {
  if (!isConflict(error)) return undefined;
  const current = (error.details as Partial<ConflictDetails> | null | undefined)?.current;
  return matches(ACCOUNT_RECORD[kind], current) ? (current as AccountRecords[Kind]) : undefined;
}

interface Change {
  name: string;
  before: unknown;
  now: unknown;
}

/** What somebody else has changed since the record was read; the type's text follows its id. */
export function changesBetween(before: AccountRecord, now: AccountRecord): Change[] {
  return Object.keys(now)
    .filter((name) => name !== 'version' && name !== 'achAccountType')
    .map((name) => ({ name, before: fieldOf(before, name), now: fieldOf(now, name) }))
    .filter((change) => change.before !== change.now);
}

/** The person's own edits upon the record as it is now: untouched fields follow it. */
export function rebase(
  section: SectionDef,
  before: AccountRecord,
  now: AccountRecord,
  values: SectionValues,
): SectionValues {
  const mine = editedFields(section, before, values).map((name) => [name, values[name]]);
  return { ...valuesOf(section, now), ...Object.fromEntries(mine) };
}
