import type { AccountKind, AccountSort, FieldOf, UpdateType } from '@partnerdesk/contracts';
import type { AccountRecord } from '../accounts.api';

/** How a field is shown and edited. */
export interface FieldDef {
  /** Wire name. */
  name: string;
  label: string;
  /** `static`: shown, never edited. */
  type: 'text' | 'email' | 'number' | 'optional-number' | 'select' | 'check' | 'static' | 'hidden-number';
  max?: number;
  options?: readonly { value: string; label: string }[];
  hint?: string;
}

export interface SectionDef {
  updateType: UpdateType;
  title: string;
  fields: readonly FieldDef[];
}

/** How each field that a section writes is shown (null: elsewhere), and fields of the server's that it shows too. */
export type SectionFields<Kind extends AccountKind, Section extends UpdateType> = Record<
  FieldOf<Kind, Section>,
  Omit<FieldDef, 'name'> | null
> &
  Partial<Record<FieldOf<Kind, 'server'>, Omit<FieldDef, 'name'>>>;

/** A section of a kind's editor; its fields have the order in which they are written here. */
export function defineSection<Kind extends AccountKind, Section extends UpdateType>(
  updateType: Section,
  title: string,
  fields: SectionFields<Kind, Section>,
): SectionDef {
  const shown = Object.entries<Omit<FieldDef, 'name'> | null>(fields);
  return { updateType, title, fields: shown.flatMap(([name, field]) => (field ? [{ name, ...field }] : [])) };
}

export interface ColumnDef {
  /** Wire name of what the cell shows. */
  name: string;
  header: string;
  sort?: AccountSort;
  numeric?: boolean;
  /** Left out while the details are open, which show it too. */
  onlyAlone?: boolean;
  /** Shown only when it is chosen. */
  further?: boolean;
  /** Shown on phones too. */
  onPhones?: boolean;
  /** @param timeZone the business's */
  show?: (record: AccountRecord, timeZone: string) => string;
}

/** Everything in which the three screens differ. */
export interface KindDef {
  kind: AccountKind;
  title: string;
  /** 'affiliate': in sentences. */
  noun: string;
  plural: string;
  /** Said when nobody is found, and after a save (docs/PRODUCT.md §2, §8). */
  emptyText: string;
  savedText: string;
  columns: readonly ColumnDef[];
  sections: readonly SectionDef[];
  /** What the record is headed by. */
  nameOf: (record: AccountRecord) => string;
  statusText: (status: number) => string;
}

/** A field of a record by its wire name. */
export function fieldOf(record: AccountRecord, name: string): unknown {
  return (record as unknown as Record<string, unknown>)[name];
}
