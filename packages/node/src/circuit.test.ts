import { Circuit } from './circuit';
import { DependencyError, withDeadline } from './deadline';

/** A dependency whose probes the test answers one by one. */
function startCircuit(answerMs = 60_000) {
  const probes: { answer: () => void; fail: () => void }[] = [];
  const lines: string[] = [];
  const log = (_: unknown, text: string) => void lines.push(text);
  const circuit = new Circuit({
    name: 'the database',
    probe: () =>
      new Promise<void>((resolve, reject) => {
        probes.push({ answer: resolve, fail: () => reject(new Error('away')) });
      }),
    logger: { warn: log, info: log } as never,
    times: { answerMs, pauseMs: 1 },
  });
  return { circuit, probes, lines };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('a call that failed has the dependency probed; the circuit opens with the failed probe and closes with the first answer', async () => {
  const { circuit, probes, lines } = startCircuit();
  circuit.suspect();
  circuit.suspect();
  expect(probes).toHaveLength(1);
  expect(() => circuit.refuseWhileOpen()).not.toThrow();
  probes[0]?.fail();
  await until(() => circuit.isOpen);
  expect(() => circuit.refuseWhileOpen()).toThrow(DependencyError);
  await until(() => probes.length === 2);
  probes[1]?.fail();
  await until(() => probes.length === 3);
  expect(circuit.isOpen).toBe(true);
  probes[2]?.answer();
  await until(() => !circuit.isOpen);
  expect(lines).toEqual(['does not answer: calls are refused until it does', 'answers again']);
});

test('a slow call to a dependency that answers its probe refuses nobody', async () => {
  const { circuit, probes, lines } = startCircuit();
  circuit.suspect();
  probes[0]?.answer();
  await new Promise((resolve) => setImmediate(resolve));
  circuit.suspect();
  expect(probes).toHaveLength(2);
  expect(lines).toEqual([]);
  probes[1]?.answer();
});

test('a probe that is late opens it, and its late answer closes it', async () => {
  const { circuit, probes } = startCircuit(1);
  circuit.suspect();
  await until(() => circuit.isOpen);
  probes[0]?.answer();
  await until(() => !circuit.isOpen);
  expect(probes).toHaveLength(1);
});

test('a deadline ends the wait, not an answer that comes in time', async () => {
  const limit = { dependency: 'Redis', deadlineMs: 5 };
  await expect(withDeadline(new Promise(() => {}), limit)).rejects.toThrow(
    'Redis did not answer within 5 ms',
  );
  expect(await withDeadline(Promise.resolve('there'), limit)).toBe('there');
  await expect(withDeadline(Promise.reject(new Error('refused')), limit)).rejects.toThrow('refused');
});
