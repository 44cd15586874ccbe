import { type BusinessDay, parseDay, wireDay } from '@partnerdesk/contracts';

/** A calendar's Date of a business day, from its local parts: no time zone moves it. undefined for what is no day. */
export function dateOfDay(day: BusinessDay | undefined): Date | undefined {
  const [year, month, date] = (parseDay(day ?? '') ?? '').split('-').map(Number);
  return year && month && date ? new Date(year, month - 1, date) : undefined;
}

/** The business day that a calendar's Date shows. */
export function dayOfDate(date: Date): BusinessDay {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A day as people write it, `m/d/yyyy`; nothing for what is no day. */
export function typedDay(day: string): string {
  const known = parseDay(day);
  return known ? wireDay(known) : '';
}

/**
 * Reads what was typed into a date field: `m/d/yyyy` or `yyyy-mm-dd`.
 * @returns the day, empty if there is none that may be chosen, and then what is wrong with it
 */
export function readTypedDay(
  text: string,
  { min, max }: { min?: BusinessDay; max?: BusinessDay },
): { day: BusinessDay | ''; problem?: string } {
  if (!text.trim()) return { day: '' };
  const day = parseDay(text.trim());
  if (!day) return { day: '', problem: 'Write the date as m/d/yyyy' };
  if (min && day < min) return { day: '', problem: `Not before ${typedDay(min)}` };
  if (max && day > max) return { day: '', problem: `Not after ${typedDay(max)}` };
  return { day };
}
