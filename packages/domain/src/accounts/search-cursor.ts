import { hash } from 'node:crypto';
import { type AccountKind, AppError } from '@partnerdesk/contracts';
import type { AccountCriteria } from './search-plan';
import type { AccountOrder, RowKey } from './search-rows';

/** What a cursor belongs to: one search in one order. */
export interface CursorScope {
  kind: AccountKind;
  criteria: AccountCriteria;
  /** undefined: the order in which the indexes find them. */
  order?: AccountOrder | undefined;
}

/** A place in a result: the rows behind this one, or before it. */
export interface SearchPlace {
  key: RowKey;
  backward: boolean;
}

/** So that a cursor of another search is noticed; it keeps no secret. */
function markOf({ kind, criteria, order }: CursorScope): string {
  const sorted = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([kind, sorted, order?.column, order?.descending, order?.period]);
  return hash('sha256', text, 'base64url').slice(0, 8);
}

/** Good for as long as the search is the same. */
export function writeCursor(scope: CursorScope, { key, backward }: SearchPlace): string {
  const { walk, value, id } = key;
  return Buffer.from(JSON.stringify([markOf(scope), Number(backward), walk, value, id])).toString(
    'base64url',
  );
}

/** @throws AppError invalid_input for a text that is no cursor, or one of another search */
export function readCursorOrThrow(scope: CursorScope, cursor: string): SearchPlace {
  const parts = partsOf(cursor);
  const [mark, backward, walk, value, id] = parts;
  const isText = typeof value === 'string' && value.length <= MAX_VALUE;
  const isValid =
    parts.length === 5 &&
    mark === markOf(scope) &&
    (backward === 0 || backward === 1) &&
    (walk === 0 || walk === 1) &&
    (isText || Number.isFinite(value)) &&
    Number.isSafeInteger(id);
  if (!isValid) {
    const text = 'This place belongs to another search';
    throw new AppError('invalid_input', text, { cursor: text });
  }
  return { key: { walk, value: value as string | number, id: id as number }, backward: backward === 1 };
}

const MAX_VALUE = 500;

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
