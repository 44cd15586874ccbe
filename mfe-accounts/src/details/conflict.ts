import {
  ACCOUNT_RECORD,
  type AccountKind,
  type AccountRecords,
  type ConflictDetails,
  matches,
} from '@partnerdesk/contracts';
import { isConflict } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import { fieldOf, type SectionDef } from '../kinds/kind-definition';
import { editedFields, type SectionValues, valuesOf } from './section-values';

/** The record as it is now, if that is why a save was refused. */
export function conflictOf<Kind extends AccountKind>(
  kind: Kind,
  error: unknown,
): AccountRecords[Kind] | undefined {
  if (!isConflict(error)) return undefined;
  const current = (error.details as Partial<ConflictDetails> | null | undefined)?.current;
  return matches(ACCOUNT_RECORD[kind], current) ? (current as AccountRecords[Kind]) : undefined;
}

/** A field that somebody else has changed. */
export interface Change {
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
