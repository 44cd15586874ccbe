import type { ConflictDetails } from '@partnerdesk/contracts';
import { type ApiError, isApiError } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import { fieldOf, type SectionDef } from '../kinds/kind-definition';
import { editedFields, type SectionValues, valuesOf } from './section-values';

/** The record as it is now, if that is why a save was refused. */
export function conflictOf(error: unknown): AccountRecord | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const { details } = error as ApiError & { details?: ConflictDetails<AccountRecord> };
  return details?.current;
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

/** The user's edits over the current record: fields without an edit follow it. */
export function rebase(
  section: SectionDef,
  before: AccountRecord,
  now: AccountRecord,
  values: SectionValues,
): SectionValues {
  const mine = editedFields(section, before, values).map((name) => [name, values[name]]);
  return { ...valuesOf(section, now), ...Object.fromEntries(mine) };
}
