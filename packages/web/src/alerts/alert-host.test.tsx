import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createAppStore } from '../store/create-app-store';
import '@testing-library/jest-dom';
import { type AlertKind, dismissDone, raiseAlert } from '../store/alerts.slice';
import { AlertHost } from './alert-host';

function renderHost(beside?: ReactNode) {
  const store = createAppStore();
  render(
    <Provider store={store}>
      <AlertHost />
      {beside}
    </Provider>,
  );
  const raise = (kind: AlertKind, text: string) => act(() => void store.dispatch(raiseAlert(kind, text)));
  return Object.assign(raise, { store });
}

const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const banner = () => screen.getByText('Careful');

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each<[AlertKind, number]>([
  ['warning', 3000],
  ['success', 3000],
  ['danger', 7000],
])('keeps a %s for %i ms, then fades it for 500 ms', (kind, shownMs) => {
  renderHost()(kind, 'Careful');
  pass(shownMs - 1);
  expect(banner()).not.toHaveClass('pd-alert-fading');
  pass(1);
  expect(banner()).toHaveClass('pd-alert-fading');
  pass(499);
  expect(banner()).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Careful')).not.toBeInTheDocument();
});

it('starts the time over when the same text comes again, and shows it once', () => {
  const raise = renderHost();
  raise('warning', 'Careful');
  pass(2500);
  raise('warning', 'Careful');
  pass(2500);
  expect(banner()).not.toHaveClass('pd-alert-fading');
  expect(banner()).toHaveTextContent(/^2 × Careful$/);
});

it('takes away what was done once something runs, and nothing else', () => {
  const raise = renderHost();
  raise('success', 'Executed');
  raise('warning', 'Careful');
  act(() => void raise.store.dispatch(dismissDone()));
  expect(screen.queryByText('Executed')).not.toBeInTheDocument();
  expect(banner()).toBeInTheDocument();
});

it('scrolls what has the focus out from under it', () => {
  const raise = renderHost(<input aria-label="Email" />);
  const field = screen.getByLabelText('Email');
  const scroll = jest.fn();
  field.scrollIntoView = scroll;
  field.getBoundingClientRect = () => new DOMRect(0, 700, 200, 36);
  const region = document.querySelector('.pd-alerts') as HTMLElement;
  region.getBoundingClientRect = () => new DOMRect(0, 720, 400, 60);
  field.focus();
  raise('warning', 'Careful');
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
});

it('publishes how high they are while there are some, so that a dialog ends above them', () => {
  const room = () => document.documentElement.style.getPropertyValue('--pd-alerts');
  const raise = renderHost();
  const region = document.querySelector('.pd-alerts') as HTMLElement;
  region.getBoundingClientRect = () => new DOMRect(0, 0, 400, 60 * screen.queryAllByRole('button').length);
  raise('warning', 'Careful');
  expect(room()).toBe('60px');
  raise('danger', 'Broken');
  expect(room()).toBe('120px');
  pass(7000);
  pass(500);
  expect(room()).toBe('0px');
});

it('stays while the pointer rests on it', () => {
  renderHost()('warning', 'Careful');
  fireEvent.pointerEnter(banner());
  pass(60_000);
  expect(banner()).not.toHaveClass('pd-alert-fading');
  fireEvent.pointerLeave(banner());
  pass(3000);
  expect(banner()).toHaveClass('pd-alert-fading');
});

it('can be dismissed', () => {
  renderHost()('danger', 'Careful');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Careful')).not.toBeInTheDocument();
});

it('announces danger at once and the rest politely', () => {
  const raise = renderHost();
  raise('danger', 'Broken');
  raise('success', 'Saved');
  expect(screen.getByRole('alert')).toHaveTextContent('Broken');
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
});

it('shows three at most: the oldest makes room', () => {
  const raise = renderHost();
  for (const text of ['One', 'Two', 'Three', 'Four']) raise('warning', text);
  expect(screen.queryByText('One')).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3);
});

it('shows them in the topmost dialog, for what is outside it is neither seen nor heard', () => {
  const dialogs = (
    <>
      <dialog open aria-label="Below">
        <AlertHost inDialog />
      </dialog>
      <dialog open aria-label="Above">
        <AlertHost inDialog />
      </dialog>
    </>
  );
  renderHost(dialogs)('danger', 'Careful');
  expect(banner().closest('dialog')).toHaveAccessibleName('Above');
});

it('stays no longer because a dialog opens over it', () => {
  const store = createAppStore();
  const page = (dialog: boolean) => (
    <Provider store={store}>
      <AlertHost />
      {dialog && (
        <dialog open>
          <AlertHost inDialog />
        </dialog>
      )}
    </Provider>
  );
  const { rerender } = render(page(false));
  act(() => void store.dispatch(raiseAlert('success', 'Careful')));
  pass(2000);
  rerender(page(true));
  pass(1000);
  expect(banner()).toHaveClass('pd-alert-fading');
});

it('shows in the page what a dialog raised while it closed', () => {
  const store = createAppStore();
  const page = (dialog: boolean) => (
    <Provider store={store}>
      <AlertHost />
      {dialog && (
        <dialog open>
          <AlertHost inDialog />
        </dialog>
      )}
    </Provider>
  );
  const { rerender } = render(page(true));
  const [region] = screen.getAllByRole('status');
  act(() => void store.dispatch(raiseAlert('success', 'Careful')));
  rerender(page(false));
  expect(region).toHaveTextContent('Careful');
});
