import { act, cleanup, fireEvent } from '@testing-library/react';
import fc from 'fast-check';
import type { FakeCall, FakeRoutes } from './fake-api';

/** A screen, and the answers it lives on. */
export interface ScreenUnderTest {
  /** Renders it over a server that answers like this; `renderApp` and the like. */
  open: (api: FakeRoutes) => { calls: FakeCall[]; unmount: () => void };
  /** Route (`POST /login`) → an answer as the server gives it. Each of them must be called. */
  answers: Record<string, unknown>;
  /** What is typed into a field instead of the usual, by the field's name. */
  typed?: Record<string, string>;
  /** How long the screen waits for a pause in typing before it asks, in ms. */
  pauseMs?: number;
  /** Names of buttons that are pressed before all others, in this order, where another one would lead away from them. */
  first?: readonly string[];
}

/** Answers are drawn so often for each screen: the same ones in `npm test`, new ones in `npm run test:all`. */
const DRAWN = process.env.TEST_LIST === 'all' ? { numRuns: 20 } : { numRuns: 1, seed: 1 };
/** Buttons that are pressed in a run at most: tables have one in each row. */
const MAX_PRESSED = 20;

/**
 * Fails unless the screen survives any answer of any shape to any of its calls: nothing throws, in rendering, in an
 * event or in a promise. First with the right answers, by which every route has to be called; then with answers drawn
 * at random, among them right ones with one place replaced. Every field is filled and every button pressed.
 */
export async function expectSurvivesAnyAnswer(
  screen: ScreenUnderTest,
  drawn: fc.Parameters<unknown> = DRAWN,
): Promise<void> {
  const right = await runThrough(screen, screen.answers);
  expect(right.problems).toEqual([]);
  expect([...right.called].filter((route) => route in screen.answers).sort()).toEqual(
    Object.keys(screen.answers).sort(),
  );
  const answers = fc.record(
    Object.fromEntries(Object.entries(screen.answers).map(([route, answer]) => [route, anyAnswer(answer)])),
  );
  await fc.assert(
    fc.asyncProperty(answers, async (each) => {
      const { problems } = await runThrough(screen, each);
      expect(problems).toEqual([]);
    }),
    drawn,
  );
}

/** No body at all. */
const EMPTY = Symbol('empty');

function anyAnswer(right: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    { weight: 4, arbitrary: withOnePlaceReplaced(right) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(null, false, true, 0, '', [], {}, [null], EMPTY) },
  );
}

function withOnePlaceReplaced(right: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(right);
  const value = fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined });
  return fc
    .tuple(fc.constantFrom(...places), value)
    .map(([place, replacement]) => replaceAt(right, place, replacement));
}

type Place = readonly string[];

function placesOf(value: unknown, above: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [above];
  const below = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...above, key]));
  return [above, ...below];
}

function replaceAt(value: unknown, [key, ...rest]: Place, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) };
  Object.assign(copy, { [key]: replaceAt(Reflect.get(copy, key), rest, replacement) });
  return copy;
}

function toRoutes(answers: Record<string, unknown>): FakeRoutes {
  return Object.fromEntries(
    Object.entries(answers).map(([route, answer]) => [
      route,
      () => new Response(answer === EMPTY || answer === undefined ? '' : bodyOf(answer)),
    ]),
  );
}

const bodyOf = (answer: unknown) => (answer instanceof Blob ? answer : JSON.stringify(answer));

async function runThrough(screen: ScreenUnderTest, answers: Record<string, unknown>) {
  const watch = watchProblems();
  try {
    const { calls, unmount } = screen.open(toRoutes(answers));
    await untilQuiet(screen);
    await tryEverything(screen);
    await act(async () => unmount());
    await untilQuiet(screen);
    return { problems: watch.problems, called: new Set(calls.map(({ route }) => route)) };
  } catch (error) {
    watch.problems.push(String(error));
    return { problems: watch.problems, called: new Set<string>() };
  } finally {
    cleanup();
    watch.stop();
  }
}

/** What went wrong without stopping the test; the test runner itself fails a test in which a promise rejects unhandled. */
function watchProblems() {
  const problems: string[] = [];
  const note = (problem: unknown) => {
    const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    // The test's browser can neither navigate nor lay out.
    if (!/Not implemented/.test(text)) problems.push(text);
  };
  const onError = (event: ErrorEvent) => note(event.error);
  const errorLog = jest.spyOn(console, 'error').mockImplementation((...args) => {
    for (const arg of args) if (arg instanceof Error) note(arg);
  });
  const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.addEventListener('error', onError);
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });
  return {
    problems,
    stop: () => {
      errorLog.mockRestore();
      warnings.mockRestore();
      window.removeEventListener('error', onError);
    },
  };
}

/** Turns of the event loop that a call and its answer take at most: answers are there at once. */
const TURNS = 6;
/** A screen that never comes to rest is left as it is after so many. */
const MAX_ROUNDS = 20;

/** Until what was started by now has come to its end: the document changes no more. */
async function untilQuiet({ pauseMs = 0 }: ScreenUnderTest): Promise<void> {
  let changed = false;
  const watch = new MutationObserver(() => {
    changed = true;
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  await act(() => new Promise((resolve) => setTimeout(resolve, pauseMs)));
  for (let round = 0; round < MAX_ROUNDS && (changed || round === 0); round += 1) {
    changed = false;
    await act(async () => {
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    });
  }
  watch.disconnect();
}

/**
 * Fills every field and presses every button, those too that appear because of it: the last in the document first, so
 * that what has just opened is tried before what might close it, and the frame's menu comes at the end.
 */
async function tryEverything(screen: ScreenUnderTest): Promise<void> {
  const pressed = new Set<Element>();
  const filled = new WeakSet<Element>();
  const press = async (button: HTMLElement | undefined) => {
    if (!button) return;
    pressed.add(button);
    await act(async () => void fireEvent.click(button));
    await untilQuiet(screen);
    await fill(screen, filled);
  };
  await fill(screen, filled);
  for (const name of screen.first ?? []) await press(buttons().find((button) => nameOf(button) === name));
  while (pressed.size < MAX_PRESSED) {
    const next = buttons()
      .reverse()
      .find((button) => !pressed.has(button));
    if (!next) return;
    await press(next);
  }
}

const buttons = () => [
  ...document.querySelectorAll<HTMLElement>('button:not(:disabled, [aria-haspopup="dialog"]), a[download]'),
];

/** What a button is called: its label, else its text without what is hidden from screen readers. */
function nameOf(button: HTMLElement): string {
  const copy = button.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return button.getAttribute('aria-label') ?? copy.textContent?.trim() ?? '';
}

/** Fills what appeared or was emptied; twice, for a choice may bring further fields. */
async function fill(screen: ScreenUnderTest, filled: WeakSet<Element>): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    let changed = false;
    await act(async () => {
      changed = fillFields(screen.typed ?? {}, filled);
    });
    if (round === 0 || changed) await untilQuiet(screen);
  }
}

/** @returns whether there was anything to fill */
function fillFields(typed: Record<string, string>, filled: WeakSet<Element>): boolean {
  // Fields that set one another, as a period and its days do, would be filled by turns without end.
  const isNew = (field: Element) => !filled.has(field) && Boolean(filled.add(field));
  let changed = false;
  const enter = (field: HTMLInputElement | HTMLSelectElement, value: string) => {
    if (field.value === value) return;
    fireEvent.change(field, { target: { value } });
    changed = true;
  };
  const choose = (field: HTMLInputElement) => {
    fireEvent.click(field);
    changed = true;
  };
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (field.type === 'radio') {
      if (!document.querySelector(`input[name="${field.name}"]:checked`)) choose(field);
    } else if (field.type === 'checkbox') {
      if (!field.checked) choose(field);
    } else if (!field.readOnly && field.type !== 'file' && (isNew(field) || !field.value)) {
      enter(field, typed[field.name] ?? usualText(field));
    }
  }
  for (const select of document.querySelectorAll('select')) {
    const value = typed[select.name] ?? select.options[select.options.length - 1]?.value;
    if (value !== undefined && isNew(select)) enter(select, value);
  }
  return changed;
}

function usualText(field: HTMLInputElement): string {
  if (field.type === 'email' || /email/i.test(field.name)) return 'ada@example.com';
  if (/date/i.test(field.name)) return '1/2/2026';
  return field.type === 'password' ? 'secret-1' : '7';
}
