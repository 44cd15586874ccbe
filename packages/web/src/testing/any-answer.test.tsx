import { useState } from 'react';
import { expectSurvivesAnyAnswer, type ScreenUnderTest } from './any-answer';
import { renderApp } from './render-app';

/** A screen that works on whatever it gets, and breaks on the wrong shape in its rendering or in an event. */
function Trusting({ breaksIn }: { breaksIn: 'render' | 'event' }) {
  const [answer, setAnswer] = useState<{ names: string[] }>();
  const load = async () => setAnswer(await (await fetch('/api/names')).json().catch(() => ({})));
  return (
    <>
      <button type="button" onClick={() => void load()}>
        {breaksIn === 'render' && answer ? answer.names.join() : 'Load'}
      </button>
      {answer && (
        <button type="button" onClick={() => answer.names.join()}>
          Join
        </button>
      )}
    </>
  );
}

it.each(['render', 'event'] as const)('finds a screen that breaks in its %s', async (breaksIn) => {
  const screen: ScreenUnderTest = {
    open: (api) => renderApp(<Trusting breaksIn={breaksIn} />, { api }),
    answers: { 'GET /names': { names: ['Ada'] } },
  };
  await expect(expectSurvivesAnyAnswer(screen, { numRuns: 20, seed: 1 })).rejects.toThrow('Property failed');
});

it('passes a screen that survives', () =>
  expectSurvivesAnyAnswer({ open: (api) => renderApp(<p>Calm</p>, { api }), answers: {} }));

it('fails when a call of the screen is never made', async () => {
  const answers = { 'GET /names': [] };
  const screen: ScreenUnderTest = { open: (api) => renderApp(<p>Calm</p>, { api }), answers };
  await expect(expectSurvivesAnyAnswer(screen, { numRuns: 20, seed: 1 })).rejects.toThrow('GET /names');
});
