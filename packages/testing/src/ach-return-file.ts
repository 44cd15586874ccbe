import { traceNumberOf } from '@partnerdesk/domain';

/** An entry that a bank sends back, or a notification of change (code C01 to C99). */
export interface ReturnedEntry {
  payrollID: number;
  cents: number;
  code: string;
}

/** Whose entries come back, and through which bank. */
export const RETURN_COMPANY = { companyID: '1234567890', odfi: '11000000' };

const figure = (value: number | string, length: number) => String(value).padStart(length, '0');

/** A bank's return file: one batch, blocks of ten. */
export function achReturnFile(
  entries: readonly ReturnedEntry[],
  { companyID, odfi } = RETURN_COMPANY,
): string {
  const cents = entries.reduce((total, entry) => total + entry.cents, 0);
  const hash = (Number(odfi) * entries.length) % 10 ** 10;
  const totals = figure(hash, 10) + figure(0, 12) + figure(cents, 12);
  const lines = [
    `101 ${companyID.slice(1)} 1100000002611240905A094101${'PARTNERDESK'.padEnd(23)}${'BANK'.padEnd(23)}${' '.repeat(8)}`,
    `5220${'PARTNERDESK INC.'.padEnd(36)}${companyID.padEnd(10)}PPDPAYROLL   2611242611241261${odfi}0000001`,
    ...entries.flatMap((entry, index) => recordsOf(entry, odfi, figure(index + 1, 15))),
    `8220${figure(2 * entries.length, 6)}${totals}${companyID.padEnd(10)}${' '.repeat(25)}${odfi}0000001`,
  ];
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(`9000001${figure(blocks, 6)}${figure(2 * entries.length, 8)}${totals}${' '.repeat(39)}`);
  while (lines.length % 10) lines.push('9'.repeat(94));
  return `${lines.join('\r\n')}\r\n`;
}

function recordsOf({ payrollID, cents, code }: ReturnedEntry, odfi: string, trace: string): string[] {
  const id = String(payrollID).padEnd(15);
  const [type, data] = code.startsWith('C') ? ['798', '0098765'] : ['799', ''];
  return [
    `621${odfi}0${'0012345'.padEnd(17)}${figure(cents, 10)}${id}${'ANN ELLIS'.padEnd(22)}  1${trace}`,
    `${type}${code}${traceNumberOf(odfi, payrollID)}      02100002${data.padEnd(44)}${trace}`,
  ];
}
