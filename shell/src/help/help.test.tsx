import { REMOTE_SCREENS, SHELL_SCREENS } from '@partnerdesk/contracts';
import { anAdmin, anAffiliate, expectAccessible } from '@partnerdesk/web/testing';
import { screen } from '@testing-library/react';
import { renderShell } from '../testing';
import { guide as affiliateGuide } from './affiliate-guide';
import { guide as clerkGuide } from './clerk-guide';
import type { Guide } from './guide';

const PATHS = [...Object.values(SHELL_SCREENS), ...Object.values(REMOTE_SCREENS).flat()].map(
  ({ path }) => path,
);
const idsOf = (guide: Guide) => guide.chapters.map(({ id }) => id);

test.each([
  ['affiliates', affiliateGuide],
  ['the office', clerkGuide],
])('the guide for %s leads to screens that exist, and each chapter has an address of its own', (_, guide) => {
  const linked = guide.chapters.flatMap(({ screens }) => screens.map(({ path }) => path));
  expect(linked.filter((path) => !PATHS.includes(path as (typeof PATHS)[number]))).toEqual([]);
  expect(new Set(idsOf(guide)).size).toBe(guide.chapters.length);
});

it('an affiliate reads how to be paid, with a picture and the way there', async () => {
  const { container } = renderShell({ path: '/help', person: anAffiliate() });
  expect(await screen.findByRole('heading', { name: 'How you are paid' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'How you are paid' })).toHaveAttribute('href', '#payment');
  expect(screen.getAllByRole('link', { name: 'Payment Info' })[0]).toHaveAttribute('href', '/account');
  expect(screen.getByRole('img', { name: /Personal, payment and tax information/ })).toBeInTheDocument();
  await expectAccessible(container);
});

it('a clerk reads the chapters that their permissions reach, and no others', async () => {
  const person = anAdmin(['payroll']);
  renderShell({ path: '/help', person, api: { 'GET /moderation-queues': () => ({}) } });
  expect(await screen.findByRole('heading', { name: 'Pay' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Judge pictures' })).not.toBeInTheDocument();
});

it('says that a guide could not be loaded, and loads it again on Retry', async () => {
  jest.doMock('./affiliate-guide', () => {
    throw new Error('The connection is away');
  });
  const { user } = renderShell({ path: '/help', person: anAffiliate() });
  expect(await screen.findByText('The guide could not be loaded.')).toBeInTheDocument();
  jest.dontMock('./affiliate-guide');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'How you are paid' })).toBeInTheDocument();
});

it('an address with a chapter shows that chapter', async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(this.id);
  };
  renderShell({ path: '/help#links', person: anAffiliate() });
  await screen.findByRole('heading', { name: 'How you are paid' });
  expect(scrolled).toContain('links');
});
