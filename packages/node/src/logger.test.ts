import fs from 'node:fs';
import { createLogger } from './logger';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger('test', { level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => JSON.parse(line));
}

test('one JSON line with time, level as a word and the process’s name', () => {
  const [line] = logged((logger) => logger.info({ done: 3 }, 'worked'));
  expect(line).toMatchObject({ level: 'info', name: 'test', msg: 'worked', done: 3 });
  // In UTC.
  expect(line?.time).toBe(new Date(String(line?.time)).toISOString());
});

test('what looks like a line of its own within a text is none', () => {
  const text = 'x\n{"level":"error","msg":"forged"}';
  expect(logged((logger) => logger.info({ path: text }, text))).toEqual([
    expect.objectContaining({ level: 'info', msg: text, path: text }),
  ]);
});

test.each([
  'Password',
  'ConfirmPassword',
  'NewPassword',
  'ConfirmNewPassword',
  'passcode',
  'Token',
  'CaptchaToken',
  'taxID',
  'tax_id',
  'achAccountNumber',
  'achRoutingNumber',
  'cookie',
  'set-cookie',
  'authorization',
  'x-signature',
  'SESSION_KEYS',
])('%s is blanked at any depth', (name) => {
  const lines = logged((logger) =>
    logger.info({ [name]: 'hunter2', body: { list: [{ deeper: { [name]: 'hunter2' } }] } }),
  );
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(JSON.stringify(lines).match(/\[redacted\]/g)).toHaveLength(2);
});

test.each(['taxIDType', 'achAccountName', 'paymentType'])('%s is no secret', (name) => {
  expect(logged((logger) => logger.info({ [name]: 1 }))[0]).toHaveProperty(name, 1);
});

test('an error loses the values it carries, and keeps its cause', () => {
  const error = Object.assign(new Error('refused', { cause: new Error('why') }), {
    code: 11000,
    _original: { Password: 'hunter2' },
    keyValue: { taxID: 'hunter2' },
  });
  const [line] = logged((logger) => logger.error({ err: error }));
  expect(line?.err).toMatchObject({
    type: 'Error',
    message: 'refused',
    code: 11000,
    cause: { message: 'why' },
  });
  expect(JSON.stringify(line)).not.toContain('hunter2');
});

test('what refers to itself does not end the process', () => {
  const round: Record<string, unknown> = {};
  round.self = round;
  expect(() => logged((logger) => logger.info({ round }))).not.toThrow();
});

test('a disk that is full ends nothing, and a pipe that is full is waited for', () => {
  const refusals = ['ENOSPC', 'EAGAIN'];
  const lines: string[] = [];
  const writing = jest.spyOn(fs, 'writeSync').mockImplementation(((_fd: number, bytes: Buffer) => {
    const code = refusals.shift();
    if (code) throw Object.assign(new Error(code), { code });
    lines.push(String(bytes));
    return bytes.length;
  }) as never);
  try {
    const logger = createLogger('test');
    logger.info('while it is full');
    logger.info('afterwards');
  } finally {
    writing.mockRestore();
  }
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['afterwards']);
});
