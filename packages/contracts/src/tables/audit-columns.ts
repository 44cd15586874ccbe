import { AUDIT_ACTIONS, AUDIT_SUBJECTS, actorName } from '../audit';
import { ACCOUNT_FIELDS, type AccountField } from '../calls/account-fields';
import { PERMISSION_TEXT } from '../calls/administrators.calls';
import type { AuditRow } from '../calls/audit.calls';
import { formatDay, formatUsd } from '../formats';
import { paymentTypeText } from '../payment-methods';
import { isStatusKind, statusText } from '../status-text';
import { momentColumn, type TableColumn } from '../table-column';
import { ACH_ACCOUNT_TYPE_TEXT, TAX_ID_TYPE_TEXT } from '../wire-accounts';

/** A field that a line of the audit log is about, in words. */
export interface AuditChange {
  label: string;
  /** Missing: it was not recorded. */
  before?: string;
  after: string;
}

/** What is not the name of the field in words. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(ACCOUNT_FIELDS)
      .flatMap((fields) => Object.entries<AccountField>(fields))
      .map(([name, { label }]) => [name, label]),
  ),
  html: 'Text',
  isGood: 'Good',
  cents: 'Amount',
  sha256: 'SHA-256',
  why: 'Reason',
};

const NUMBERED: Record<string, Record<string, string>> = {
  achAccountType: { ...ACH_ACCOUNT_TYPE_TEXT, 0: 'None' },
  taxIDType: TAX_ID_TYPE_TEXT,
  why: {
    unknown: 'no such account',
    wrong: 'wrong password',
    closed: 'the account is closed',
    'second-factor': 'wrong second factor',
  },
};

/** `firstPayrollID`: First payroll ID. Names of settings stay as they are. */
function labelOf(name: string): string {
  const known = LABELS[name];
  if (known ?? /^[A-Z0-9_]+$/.test(name)) return known ?? name;
  const words = name
    .replace(/Cents$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const moneyText = (dollars: number) => formatUsd(dollars).replace('-', '−');

function valueText(type: string, name: string, value: unknown): string {
  // An affiliate without a commission of their own (docs/RULES.md, Terms).
  if (name === 'commission' && value === null) return 'as the group has it';
  if (value === '' || value === null || value === undefined) return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((each) => valueText(type, name, each)).join('; ') || '(empty)';
  if (name === 'permissions') return PERMISSION_TEXT[value as keyof typeof PERMISSION_TEXT] ?? String(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const numbered = NUMBERED[name]?.[String(value)];
  if (numbered) return numbered;
  if (typeof value === 'number') return numberText(type, name, value);
  if (name === 'state') return value.toString().charAt(0).toUpperCase() + value.toString().slice(1);
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? formatDay(String(value)) : String(value);
}

function numberText(type: string, name: string, value: number): string {
  if (name === 'status' && isStatusKind(type)) return statusText(type, value);
  if (name === 'paymentType') return paymentTypeText(value);
  if (name === 'group') return value === 0 ? 'None' : `Group ${value}`;
  if (name === 'minimumPayout') return moneyText(value);
  return /(^c|C)ents$/.test(name) ? moneyText(value / 100) : String(value);
}

/** What a line of the audit log says in detail, field by field; what was empty and stays so says nothing. */
export function auditChanges({
  subject: { type },
  before = {},
  after = {},
}: Pick<AuditRow, 'subject' | 'before' | 'after'>): AuditChange[] {
  const isEmpty = (value: unknown) => (value ?? '') === '';
  const names = Object.keys(after).filter((name) => !isEmpty(before[name]) || !isEmpty(after[name]));
  return names.map((name) => ({
    label: labelOf(name),
    ...(name in before && { before: valueText(type, name, before[name]) }),
    after: valueText(type, name, after[name]),
  }));
}

/** A change as one line of text: `Status: Open → Closed`. */
export const auditChangeText = ({ label, before, after }: AuditChange): string =>
  `${label}: ${before === undefined ? '' : `${before} → `}${after}`;

/** Shown instead of what was erased. */
export const AUDIT_ERASED_TEXT = 'Erased with the person’s data';

/** The record that a line is about: `Affiliate 12, Ann Lee`. */
export const auditSubjectText = ({ type, id, name }: AuditRow['subject']): string =>
  `${AUDIT_SUBJECTS[type] ?? type} ${id}${name ? `, ${name}` : ''}`;

export function auditColumns(): TableColumn<AuditRow>[] {
  return [
    momentColumn('When', ({ at }) => at),
    { header: 'Who', kind: 'text', value: ({ actor }) => actorName(actor) },
    { header: 'What', kind: 'text', value: ({ action }) => AUDIT_ACTIONS[action] ?? action },
    { header: 'Record', kind: 'text', value: ({ subject }) => auditSubjectText(subject) },
    {
      header: 'Change',
      kind: 'text',
      value: (line) => (line.erased ? AUDIT_ERASED_TEXT : auditChanges(line).map(auditChangeText).join('\n')),
    },
    { header: 'Address', kind: 'text', value: ({ address }) => address },
    { header: 'Line', kind: 'text', value: ({ id }) => id },
  ];
}
