import {
  addDays,
  businessDayOf,
  PAYMENT_TYPE,
  PAYROLL_TYPE,
  PERIOD,
  periodRange,
} from '@partnerdesk/contracts';
import { DEMO_PASSWORD } from './pages';
import { LOGINS } from './screens';
import { TIME_ZONE } from './time-zone';

const WAIT_MS = 200;

/**
 * Pays the affiliates through the month before last, and puts what goes to PayPal into a file: statements, payment
 * histories, reports and pay files have rows. What is due stays due.
 * @param url of a system with the demo that nobody else uses
 */
export async function payBefore(url: string): Promise<void> {
  const headers: Record<string, string> = { origin: url, 'content-type': 'application/json' };
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/api/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const login = await call('login', { EmailAddress: LOGINS.office, Password: DEMO_PASSWORD });
  headers.cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const payrollType = PAYROLL_TYPE.affiliates;
  const today = businessDayOf(new Date(), TIME_ZONE);
  const lastMonth = periodRange(PERIOD.lastMonth, today);
  if (!lastMonth) throw new Error('Last month has no days');
  const endDate = addDays(lastMonth.startDate, -1);
  await call(`execute-payroll?affID=0&payrollType=${payrollType}&endDate=${endDate}`, {});
  const report = `generate-payroll-report?payrollType=${payrollType}&startDate=${today}&endDate=${today}`;
  const paid: { payrollID: number; paymentType: number }[] = await (await call(report)).json();
  const payrollIDs = paid
    .filter(({ paymentType }) => paymentType === PAYMENT_TYPE.payPal)
    .map(({ payrollID }) => payrollID);
  await call('pay-files', { payrollType, format: 'paypal', payrollIDs });
  const isMade = async () => {
    const files: { state: string }[] = await (await call(`pay-files?payrollType=${payrollType}`)).json();
    return files.every(({ state }) => state !== 'making');
  };
  while (!(await isMade())) await new Promise((done) => setTimeout(done, WAIT_MS));
}
