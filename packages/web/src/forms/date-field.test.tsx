import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expectAccessible, renderApp } from '../testing';
import { dateOfDay, dayOfDate } from './business-dates';
import { DateField } from './date-field';
import type { FormState } from './use-form';

interface Values {
  day: string;
}

function Day({ initial = '', error, min }: { initial?: string; error?: string; min?: string }) {
  const [day, setDay] = useState(initial);
  const form = {
    values: { day },
    errors: { day: error },
    set: (_: string, value: string) => setDay(value),
  } as unknown as FormState<Values>;
  return (
    <>
      <DateField form={form} name="day" label="Pay day" min={min} max="2026-11-21" />
      <output>{day}</output>
      <button type="button" onClick={() => setDay('2026-10-05')}>
        Elsewhere
      </button>
    </>
  );
}

const field = () => screen.getByLabelText('Pay day');
const button = () => screen.getByRole('button', { name: 'Calendar' });
const value = () => document.querySelector('output')?.textContent;
const dayCell = (name: RegExp) => screen.findByRole('gridcell', { name });

it.each([
  ['11/5/2026', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  [' 1/1/2026 ', '2026-01-01'],
  ['2/29/2024', '2024-02-29'],
])('takes %p as typed', async (text, day) => {
  const { user } = renderApp(<Day />);
  await user.type(field(), text);
  expect(value()).toBe(day);
  expect(field()).toBeValid();
});

it.each([
  ['yesterday', 'Write the date as m/d/yyyy'],
  ['2/29/2026', 'Write the date as m/d/yyyy'],
  ['11/5/26', 'Write the date as m/d/yyyy'],
  ['11/22/2026', 'Not after 11/21/2026'],
  ['12/31/2025', 'Not before 1/1/2026'],
])('takes no day from %p, keeps it, and says why once it is left', async (text, why) => {
  const { user } = renderApp(<Day min="2026-01-01" />);
  await user.type(field(), text);
  expect(field()).toBeValid();
  await user.tab();
  expect(field()).toHaveAccessibleDescription(why);
  expect(field()).toHaveValue(text);
  expect(value()).toBe('');
});

it('writes what was typed as m/d/yyyy when it is left, and shows what others set', async () => {
  const { user } = renderApp(<Day />);
  await user.type(field(), '2026-03-09');
  await user.tab();
  expect(field()).toHaveValue('3/9/2026');
  await user.clear(field());
  await user.type(field(), '3/');
  await user.click(screen.getByText('Elsewhere'));
  expect(field()).toHaveValue('10/5/2026');
});

it('is marked as an error with the form’s text', () => {
  renderApp(<Day error="Required" />);
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription('Required');
  expect(field()).toHaveClass('is-invalid');
});

it('a day is picked with the keyboard alone, and the focus returns', async () => {
  const { user, container } = renderApp(<Day initial="2026-11-18" />);
  await user.click(field());
  await user.keyboard('{ArrowDown}');
  expect(await dayCell(/November 18th, 2026/)).toHaveFocus();
  await expectAccessible(container);
  await user.keyboard('{ArrowRight}{ArrowUp}{Enter}');
  expect(value()).toBe('2026-11-12');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button()).toHaveFocus();
});

it('opens on the business’s today and offers no day that may not be chosen', async () => {
  const { user } = renderApp(<Day />, { configuration: { today: '2026-11-21' } });
  await user.click(button());
  expect(await dayCell(/November 21st, 2026/)).toHaveClass('pd-today');
  await user.click(await dayCell(/November 22nd, 2026/));
  expect(value()).toBe('');
  await user.click(await dayCell(/November 3rd, 2026/));
  expect(value()).toBe('2026-11-03');
  expect(field()).toHaveValue('11/3/2026');
});

it('closes on Escape, changing nothing, and by a press elsewhere', async () => {
  const { user } = renderApp(<Day initial="2026-11-18" />);
  await user.click(button());
  await dayCell(/November 18th/);
  await user.keyboard('{ArrowRight}{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button()).toHaveFocus();
  await user.click(button());
  await dayCell(/November 18th/);
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(value()).toBe('2026-11-18');
});

it.each(['2026-01-01', '2026-03-08', '2026-11-01', '2024-02-29', '1900-01-01', '9999-12-31'])(
  '%s stays the same day on the way to the calendar and back',
  (day) => expect(dayOfDate(dateOfDay(day) as Date)).toBe(day),
);
it.each(['', 'x', '2026-02-30', undefined])('%p is no day', (day) => expect(dateOfDay(day)).toBeUndefined());
