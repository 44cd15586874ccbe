import type { RemoteBuild } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, failure } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { renderShell } from '../testing';

const build = (fields: Partial<RemoteBuild>): RemoteBuild => ({
  name: 'payroll',
  version: '0.1.0-aaaaaaaaaa',
  state: 'current',
  share: 90,
  releasedAt: null,
  replacedAt: null,
  loads: 0,
  errors: 0,
  ...fields,
});

const open = (answer: () => unknown, person = anAdmin(['queues'])) =>
  renderShell({
    path: '/releases',
    person,
    api: { 'GET /moderation-queues': () => ({}), 'GET /releases': answer },
  });

it('shows each build with its state, its share and its rate of errors', async () => {
  const canary = build({ version: '0.1.0-bbbbbbbbbb', state: 'canary', share: 10, loads: 200, errors: 3 });
  const { container } = open(() => [build({}), canary]);
  const table = await screen.findByRole('table', { name: 'Builds' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(/In use.*90%.*With the servers.*–/);
  expect(second).toHaveTextContent(/0\.1\.0-bbbbbbbbbb.*For a share.*10%.*200.*3.*1\.5/);
  await expectAccessible(container);
});

it('says so when the list cannot be loaded', async () => {
  open(() => failure(500, 'internal'));
  expect(await screen.findByText('The releases could not be loaded.')).toBeInTheDocument();
});

it('does not exist for those without the permission', async () => {
  open(() => [], anAdmin(['payroll']));
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeInTheDocument();
});
