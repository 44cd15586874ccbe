import type { AccountKind, AccountSort, UpdateType } from '@partnerdesk/contracts';
import type { View } from '@partnerdesk/web/grid';
import type { ReactNode } from 'react';
import type { AccountRecord, AccountRow } from '../accounts.api';

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

export interface ColumnDef {
  /** Wire name of what the cell shows. */
  name: string;
  header: string;
  sort?: AccountSort;
  numeric?: boolean;
  /** Left out while the details are open beside the list, which show it too. */
  onlyAlone?: boolean;
  /** Shown only when it is chosen. */
  further?: boolean;
  /** Stands before the others on phones. */
  onPhones?: boolean;
  /** Shown from this much room on; where it would push others out of the window only when it is chosen. */
  from?: 'beside' | 'large';
  /** @param timeZone the business's */
  show?: (record: AccountRow, timeZone: string) => string;
  /** What the cell shows besides: a line of days. */
  draw?: (record: AccountRow) => ReactNode;
}

export interface KindDef {
  kind: AccountKind;
  title: string;
  /** 'affiliate': in sentences. */
  noun: string;
  plural: string;
  /** What its people are searched by, besides id and email. */
  nameLabel: string;
  /** Said when nobody is found, and after a save (docs/PRODUCT.md §2, §8). */
  emptyText: string;
  savedText: string;
  columns: readonly ColumnDef[];
  /** Lists that everybody has as tabs, by the address of each; the first one is all of them. */
  views: readonly View[];
  sections: readonly SectionDef[];
  nameOf: (record: AccountRecord) => string;
}

/** A field of a record by its wire name. */
export function fieldOf(record: AccountRecord, name: string): unknown {
  return (record as unknown as Record<string, unknown>)[name];
}
