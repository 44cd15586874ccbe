import { writePayPalCsv } from './download-pay-file';

it('writes amounts with two decimals, and no text that a spreadsheet would run', () => {
  const payment = { recipient: 'ann@example.com', cents: 123450, customerID: '7', note: 'Payroll, March' };
  expect(writePayPalCsv([payment, { ...payment, recipient: "=cmd|'/C'!A0", note: '\t＝1' }])).toBe(
    `ann@example.com,1234.50,USD,7,"Payroll, March"\r\n'=cmd|'/C'!A0,1234.50,USD,7,"'\t＝1"\r\n`,
  );
});
