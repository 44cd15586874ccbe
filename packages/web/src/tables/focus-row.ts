/** Leads to a row: to its first control, or where it has none to the row itself, which Tab does not come to. */
export function focusRow(row: HTMLTableRowElement | undefined): void {
  const control = row?.querySelector<HTMLElement>('input, button, a[href]');
  if (row && !control) row.tabIndex = -1;
  (control ?? row)?.focus();
}
