import { act } from '@testing-library/react';
import axe from 'axe-core';

/** Rules that need a laid-out page, or one that is complete. */
const NOT_IN_JSDOM = [
  'color-contrast',
  'region',
  'page-has-heading-one',
  'landmark-one-main',
  'document-title',
  'html-has-lang',
];

/** Fails with what axe finds wrong in an element. */
export async function expectAccessible(element: Element): Promise<void> {
  const rules = Object.fromEntries(NOT_IN_JSDOM.map((rule) => [rule, { enabled: false }]));
  // What the screen still waits for may come while axe works.
  const { violations } = await act(() => axe.run(element, { rules }));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found).toEqual([]);
}
