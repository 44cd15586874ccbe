import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { findFloatingFaults } from './floating-faults';
import { findLayoutFaults } from './layout-faults';
import { shiftsOf } from './visits';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2, levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What can differ from theme to theme. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const MAX_SHIFT = 0.02;

/** What makes the layout of the page that is shown broken, a line each; empty: nothing. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const { sum, nodes } = await shiftsOf(page);
  const shifted = sum > MAX_SHIFT ? [`layout shift ${sum.toFixed(3)}: ${nodes}`] : [];
  return [
    ...shifted,
    ...(await page.evaluate(findLayoutFaults)),
    ...(await page.evaluate(findFloatingFaults)),
  ];
}

/** What axe finds against WCAG 2.2 AA, contrast included, a line each. @param only by colours: all else was looked at */
export async function accessFaults(page: Page, only?: 'colours'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // What lies under a head that sticks can be scrolled out from below it.
  await page.evaluate(() => window.scrollTo(0, 0));
  const { violations } = await page.evaluate(
    async (runOnly) =>
      (window as unknown as { axe: { run: (context: unknown, how: object) => Promise<AxeResults> } }).axe.run(
        document,
        { runOnly, resultTypes: ['violations'] },
      ),
    only ? { type: 'rule', values: RULES_OF_COLOUR } : { type: 'tag', values: TAGS },
  );
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const why = first?.any[0]?.message ?? first?.all[0]?.message ?? first?.none[0]?.message ?? '';
    return `${id} × ${nodes.length}: ${first?.target.join(' ')} ${first?.html.slice(0, 120)} ${why.slice(0, 160)}`;
  });
}
