/**
 * What runs out of its own cell in the page that is shown now, or is cut there though it must not be; and tables with a
 * column out of view. Runs inside the browser: it must not use anything outside its own body.
 * @returns a line for each fault
 */
export function crampedCells({ cells, whole }: { cells: string; whole: string }): string[] {
  const faults: string[] = [];
  for (const cell of document.querySelectorAll<HTMLElement>(cells)) {
    if (!cell.checkVisibility()) continue;
    const { left, right } = cell.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(cell);
    const cut = [...cell.querySelectorAll('*')].some(
      (each) => getComputedStyle(each).textOverflow === 'ellipsis',
    );
    for (const box of cut ? [] : range.getClientRects())
      if (box.left < left - 1 || box.right > right + 1) faults.push(`out of its cell: ${cell.textContent}`);
    for (const each of cell.matches(whole) ? [cell, ...cell.querySelectorAll('*')] : [])
      if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        faults.push(`cut: ${cell.textContent}`);
  }
  for (const frame of document.querySelectorAll('.pd-table-frame'))
    if (frame.scrollWidth > frame.clientWidth) faults.push('a column is out of view');
  return faults;
}
