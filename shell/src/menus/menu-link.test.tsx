import { anAdmin, anAffiliate, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { useWaitingCount } from './screen-link';

const QUEUES = { photoIds: 1200, profilePics: 0, galleryPics: 7, memberPics: 0, profiles: 3, staff: 0 };

function Counts() {
  return (
    <ul>
      {['/photoid', '/profile-images', '/approve-profiles', '/affiliates'].map((path) => (
        <Count key={path} path={path} />
      ))}
    </ul>
  );
}
const Count = ({ path }: { path: string }) => <li>{`${path} ${useWaitingCount(path) ?? '-'}`}</li>;

const open = (person: Parameters<typeof renderApp>[1] & object) =>
  renderApp(<Counts />, { ...person, api: { 'GET /moderation-queues': () => QUEUES } });

it('counts what waits in each queue, asked once for all; nothing where nothing waits', async () => {
  const { calls } = open({ person: anAdmin(['moderation']) });
  await waitFor(() => expect(screen.getByText('/photoid 1,200')).toBeInTheDocument());
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '/photoid 1,200',
    '/profile-images -',
    '/approve-profiles 3',
    '/affiliates -',
  ]);
  expect(calls).toHaveLength(1);
});

it.each([
  ['a clerk', anAdmin(['payroll'])],
  ['an affiliate', anAffiliate()],
  ['a visitor', null],
])('asks nothing for %s', async (_, person) => {
  const { calls } = open({ person });
  await screen.findByText('/photoid -');
  expect(calls).toEqual([]);
});
