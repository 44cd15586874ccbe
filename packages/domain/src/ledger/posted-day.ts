import { addDays, type BusinessDay } from '@partnerdesk/contracts';

/**
 * The day on which payroll counts an entry: its own, or the first open one after it (docs/RULES.md, Payroll).
 * @param closedThrough last day of the person's last executed payroll
 */
export function postedDayOf(day: BusinessDay, closedThrough: BusinessDay | undefined): BusinessDay {
  return closedThrough !== undefined && day <= closedThrough ? addDays(closedThrough, 1) : day;
}
