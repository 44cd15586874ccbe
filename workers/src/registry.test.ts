import { JOBS } from '@partnerdesk/queues';
import type { JobHandlers } from './job-handler';
import { HANDLERS } from './registry';

test('every job has its handler, and one that is forgotten does not compile', () => {
  // @ts-expect-error the other jobs' handlers are missing
  const incomplete: JobHandlers = { 'send-mail': HANDLERS['send-mail'] };
  expect(Object.keys(incomplete)).toHaveLength(1);
  expect(Object.keys(HANDLERS).sort()).toEqual(Object.keys(JOBS).sort());
});
