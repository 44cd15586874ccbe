import { waitForAnswer } from './wait-for-answer';

test('each reason to wait is logged once: a database that has come may refuse for another one', async () => {
  const logged: string[] = [];
  const logger = {
    warn: ({ err }: { err: Error }) => void logged.push(err.message),
    info: () => void logged.push('answers'),
  };
  const refusals = [
    'connect ECONNREFUSED',
    'connection 1 closed',
    'connection 2 closed',
    'Authentication failed',
  ];
  const ask = async () => {
    const refusal = refusals.shift();
    if (refusal) throw new Error(refusal);
    return 'there';
  };
  expect(await waitForAnswer('the database', ask, { logger: logger as never, pauseMs: 0 })).toBe('there');
  expect(logged).toEqual(['connect ECONNREFUSED', 'connection 1 closed', 'Authentication failed', 'answers']);
});
