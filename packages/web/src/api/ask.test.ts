import {
  adjustCall,
  generatePayrollCall,
  jobStarted,
  matches,
  payFilesCall,
  previewResultsCall,
} from '@partnerdesk/contracts';
import { ask, askLater } from './ask';

const payroll = { query: { affID: 7, endDate: '1/31/2026' } };

it('a call that lasts is asked for its job, and answers where to follow it', () => {
  const { query, extraOptions } = askLater(generatePayrollCall, (_: string) => payroll);
  expect(query('')).toEqual({
    url: 'generate-payroll',
    method: 'GET',
    params: payroll.query,
    headers: { prefer: 'respond-async' },
  });
  expect(extraOptions.answer).toBe(jobStarted);
  // @ts-expect-error a call that is no job does not compile
  askLater(payFilesCall, () => ({ query: {} }));
});

it('a file goes as bytes, and has its time', () => {
  const bytes = new ArrayBuffer(1);
  const { query } = ask(
    previewResultsCall,
    (_: string) => ({ query: { format: 'nacha' as const }, body: bytes }),
    {
      timeout: 9,
    },
  );
  expect(query('')).toEqual({
    url: 'payment-results',
    method: 'POST',
    params: { format: 'nacha' },
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
    timeout: 9,
  });
});

it('what comes with 202 is an answer, too', () => {
  const { answer } = ask(adjustCall).extraOptions;
  if (!answer) throw new Error('it has no check');
  const entry = { entryID: 'e', type: 'sale', at: '', postedDay: '', amount: 1, commission: 1, payout: 1 };
  const person = { approvalID: 1, kind: 'adjustment', payrollType: 1, state: 'waiting', hash: '' };
  const request = { ...person, preparedBy: '', own: true, preparedAt: '', rows: 1, amount: 1 };
  expect([entry, request, { approvalID: 1 }].map((each) => matches(answer, each))).toEqual([
    true,
    true,
    false,
  ]);
});
