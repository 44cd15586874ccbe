import { act, fireEvent, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { offerUndo } from './undo';
import { UNDO_MS, UndoHost } from './undo-host';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const button = () => screen.queryByRole('button', { name: 'Undo' });

it('takes back what was done, once', () => {
  const undo = jest.fn();
  render(<UndoHost />);
  act(() => offerUndo('Photo 7 approved', undo));
  expect(screen.getByRole('status')).toHaveTextContent('Photo 7 approved');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(button()).not.toBeInTheDocument();
});

it('stands for its time, and longer while the pointer or the focus rests on it', () => {
  render(<UndoHost />);
  act(() => offerUndo('Photo 7 approved', () => undefined));
  pass(UNDO_MS - 1);
  fireEvent.focus(button() as HTMLElement);
  pass(60_000);
  expect(button()).toBeInTheDocument();
  fireEvent.blur(button() as HTMLElement);
  pass(UNDO_MS);
  expect(button()).not.toBeInTheDocument();
});

it('gives a later one its whole time', () => {
  render(<UndoHost />);
  act(() => offerUndo('One', () => undefined));
  pass(UNDO_MS - 1);
  act(() => offerUndo('Two', () => undefined));
  pass(UNDO_MS - 1);
  expect(screen.getByText('Two')).toBeInTheDocument();
  expect(screen.queryByText('One')).not.toBeInTheDocument();
});
