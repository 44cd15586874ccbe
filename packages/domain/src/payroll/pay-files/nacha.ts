import { ACH_ACCOUNT_TYPE, type BusinessDay } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { nextBankingDay } from './bank-days';
import type { PayFileRecord } from './pay-file.models';

export interface AchCredit {
  routing: string;
  account: string;
  /** ACH_ACCOUNT_TYPE. */
  accountType: number;
  cents: number;
  payrollID: number;
  name: string;
}

export interface NachaFile extends Pick<PayFileRecord, 'createdDay' | 'modifier'> {
  credits: readonly AchCredit[];
  /** `hhmm` of the business's clock. */
  createdTime: string;
}

/** Highest amount of one line, in cents: ten digits. */
export const MAX_ACH_CENTS = 9_999_999_999;

const LINE = 94;
const BLOCK = 10;
const CREDITS_ONLY = '220';
const MIXED = '200';
const CREDIT_CHECKING = '22';
const CREDIT_SAVINGS = '32';
const DEBIT_CHECKING = '27';

/** Left-aligned, in the characters that every bank takes. */
const text = (value: string, length: number) =>
  value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^ -~]/g, ' ')
    .slice(0, length)
    .padEnd(length);

/** Right-aligned, filled up with zeros. */
function figure(value: number | bigint | string, length: number): string {
  const digits = String(value).padStart(length, '0');
  if (digits.length > length) throw new Error(`${value} does not fit into ${length} digits of a pay file`);
  return digits;
}

const shortDay = (day: BusinessDay) => day.slice(2).replaceAll('-', '');

const MAX_SEQUENCE = 9_999_999;
const OFFSET_SEQUENCE = 0;
const sequenceOf = (payrollID: number) => 1 + ((payrollID - 1) % MAX_SEQUENCE);

/** 15 digits: a return names the payroll, whichever file it was in. @param odfi first 8 of the bank's routing number */
export function traceNumberOf(odfi: string, payrollID: number): string {
  return figure(odfi, 8) + figure(sequenceOf(payrollID), 7);
}

/** The payments through the id `last` that have this trace number, whatever bank it begins with. */
export function payrollIDsOfTrace(trace: string, last: number): number[] {
  const sequence = Number(trace.slice(8));
  const ids: number[] = [];
  if (sequence !== OFFSET_SEQUENCE) for (let id = sequence; id <= last; id += MAX_SEQUENCE) ids.push(id);
  return ids;
}

/** @param sequence end of its trace number, rising through the file */
type Entry = Omit<AchCredit, 'accountType' | 'payrollID'> & { code: string; id: string; sequence: number };

/** A file of PPD credits in one batch. @throws Error when a figure doesn't fit: check amounts against MAX_ACH_CENTS */
export function writeNacha(settings: AchSettings, file: NachaFile): string {
  const credits = file.credits.map(
    (credit): Entry => ({
      ...credit,
      id: String(credit.payrollID),
      sequence: sequenceOf(credit.payrollID),
      code: credit.accountType === ACH_ACCOUNT_TYPE.savings ? CREDIT_SAVINGS : CREDIT_CHECKING,
    }),
  );
  const totalCents = credits.reduce((sum, { cents }) => sum + cents, 0);
  const { offset } = settings;
  const debit = offset && {
    ...offset,
    code: DEBIT_CHECKING,
    cents: totalCents,
    id: 'OFFSET',
    name: settings.companyName,
    sequence: OFFSET_SEQUENCE,
  };
  const entries = [...(debit ? [debit] : []), ...credits].sort((a, b) => a.sequence - b.sequence);
  const serviceClass = offset ? MIXED : CREDITS_ONLY;
  const debitCents = offset ? totalCents : 0;
  const hash = entries.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n) % 10n ** 10n;
  const sums = figure(hash, 10) + figure(debitCents, 12) + figure(totalCents, 12);
  const lines = [
    fileHeader(settings, file),
    batchHeader(settings, file, serviceClass),
    ...entries.map((entry) => entryLine(settings, entry)),
    `8${serviceClass}${figure(entries.length, 6)}${sums}${text(settings.companyID, 10)}${' '.repeat(25)}${figure(settings.odfi, 8)}${figure(1, 7)}`,
  ];
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(`9${figure(1, 6)}${figure(blocks, 6)}${figure(entries.length, 8)}${sums}${' '.repeat(39)}`);
  while (lines.length % BLOCK) lines.push('9'.repeat(LINE));
  return `${lines.join('\r\n')}\r\n`;
}

function fileHeader(settings: AchSettings, { createdDay, createdTime, modifier }: NachaFile): string {
  const { destinationRouting, destinationName, originID, originName } = settings;
  return [
    '101',
    ` ${figure(destinationRouting, 9)}`,
    originID.padStart(10),
    shortDay(createdDay),
    figure(createdTime, 4),
    modifier,
    '094101',
    text(destinationName, 23),
    text(originName, 23),
    ' '.repeat(8),
  ].join('');
}

function batchHeader(settings: AchSettings, { createdDay }: NachaFile, serviceClass: string): string {
  return [
    `5${serviceClass}`,
    text(settings.companyName, 16),
    ' '.repeat(20),
    text(settings.companyID, 10),
    'PPD',
    text('PAYROLL', 10),
    shortDay(createdDay),
    shortDay(nextBankingDay(createdDay)),
    '   1',
    figure(settings.odfi, 8),
    figure(1, 7),
  ].join('');
}

function entryLine(settings: AchSettings, entry: Entry): string {
  return [
    `6${entry.code}${entry.routing}`,
    text(entry.account, 17),
    figure(entry.cents, 10),
    text(entry.id, 15),
    text(entry.name, 22),
    '  0',
    figure(settings.odfi, 8),
    figure(entry.sequence, 7),
  ].join('');
}
