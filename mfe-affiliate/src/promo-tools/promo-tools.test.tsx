import { MESSAGE } from '@partnerdesk/contracts';
import { aConfiguration, anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PromoToolsScreen } from './promo-tools-screen';
import { embedCode, videoUrl } from './promo-video';

const SOURCES = [
  { tid: '', lp: '', clicks: 8210, joins: 312, sales: 9210.5, payout: 2763.15 },
  { tid: 'blog', lp: 'chat-1', clicks: 20, joins: 1, sales: 0.1, payout: 0.2 },
  { tid: 'blog', lp: 'gone', clicks: 0, joins: 0, sales: 0, payout: 0 },
];
const BASE = 'https://partners.example/partner/k3XrT9aQ';

const CAMPAIGN = { campaignID: 'aB3', name: 'November', tid: 'mail', lp: '', s1: 'ad', to: '' };
const CAMPAIGNS = { campaigns: [CAMPAIGN], pages: ['/operators/'] };

const open = (
  answer: () => unknown = () => SOURCES,
  configuration = {},
  saved: (call: { body?: unknown }) => unknown = () => CAMPAIGNS,
) =>
  renderApp(<PromoToolsScreen />, {
    person: anAffiliate(),
    configuration,
    api: {
      'GET /tracking-sources': answer,
      'GET /campaigns': () => CAMPAIGNS,
      'POST /campaigns': saved,
      'DELETE /campaigns': () => CAMPAIGNS,
    },
  });

async function copied(app: ReturnType<typeof open>, what: string) {
  // It is said for two seconds, in which a busy machine may not come back from the click.
  const said = screen.findByText(`Copied ${what}`);
  await app.user.click(screen.getByRole('button', { name: `Copy ${what}` }));
  await said;
  return navigator.clipboard.readText();
}

it('copies the basic link and a link for each landing page', async () => {
  const app = open();
  expect(await copied(app, 'basic link')).toBe(BASE);
  expect(await copied(app, 'link to Evening chat')).toBe(`${BASE}?lp=chat-1`);
  expect(await copied(app, 'link to Call now')).toBe(`${BASE}?lp=phone-1`);
});

it('builds a link with an own source id and a landing page, whatever the id contains', async () => {
  const app = open();
  expect(screen.getByLabelText('Source id')).toHaveAttribute('maxlength', '50');
  fireEvent.change(screen.getByLabelText('Source id'), { target: { value: ' a&b=c/ü ' } });
  expect(await copied(app, 'tracking-source link')).toBe(`${BASE}?tid=a%26b%3Dc%2F%C3%BC`);
  await app.user.selectOptions(screen.getByLabelText('Landing page'), 'Phone: Call now');
  expect(await copied(app, 'tracking-source link')).toBe(`${BASE}?tid=a%26b%3Dc%2F%C3%BC&lp=phone-1`);
});

it('carries sub-ids and a page of the service, shows the link as a QR code, and saves it by name', async () => {
  const app = open();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText('Page of the service');
  type('Sub-id s1', ' ad 7 ');
  type('Sub-id s5', 'x');
  type('Page of the service', '/operators/anna');
  expect(await copied(app, 'tracking-source link')).toBe(`${BASE}?s1=ad+7&s5=x&to=%2Foperators%2Fanna`);
  await app.user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save campaign' }));
  expect(await screen.findByText('Please enter a name')).toBeInTheDocument();
  type('Campaign name', 'December');
  type('Page of the service', 'https://evil.example/');
  await app.user.click(screen.getByRole('button', { name: 'Save campaign' }));
  expect(
    (await screen.findAllByText('Links may not lead to this page of the service'))[0],
  ).toBeInTheDocument();
  expect(app.calls.filter(({ route }) => route === 'POST /campaigns')).toEqual([]);
  type('Page of the service', '');
  await app.user.click(screen.getByRole('button', { name: 'Save campaign' }));
  expect(await screen.findByText('Campaign saved')).toBeInTheDocument();
  expect(app.calls.find(({ route }) => route === 'POST /campaigns')?.body).toEqual({
    name: 'December',
    tid: '',
    lp: '',
    s1: 'ad 7',
    s5: 'x',
    to: '',
  });
});

it('a QR code that does not come leaves what is typed, and can be asked for again', async () => {
  jest.doMock('./qr-code', () => {
    throw new Error('The connection is away');
  });
  const app = open();
  await app.user.type(await screen.findByLabelText('Source id'), 'mail');
  await app.user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByText(MESSAGE.genericError)).toBeInTheDocument();
  expect(screen.getByLabelText('Source id')).toHaveValue('mail');
  jest.dontMock('./qr-code');
  await app.user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument();
});

it('lists campaigns with their short links, and takes one off the list', async () => {
  const app = open();
  const row = within(await screen.findByRole('row', { name: /November/ }));
  expect(row.getByText('mail, s1 ad')).toBeInTheDocument();
  // The second click of a double click that has taken another one off the list.
  fireEvent.click(row.getByRole('button', { name: 'Remove November' }), { detail: 2 });
  expect(await copied(app, 'short link of November')).toBe('https://partners.example/go/aB3');
  expect(app.calls.map(({ route }) => route)).not.toContain('DELETE /campaigns');
  await app.user.click(row.getByRole('button', { name: 'Remove November' }));
  await waitFor(() =>
    expect(app.calls).toContainEqual(
      expect.objectContaining({ route: 'DELETE /campaigns', query: { campaignID: 'aB3' } }),
    ),
  );
});

it('shows what came of each source and landing page', async () => {
  const app = open();
  const table = within(await screen.findByRole('table', { name: 'Sources and landing pages' }));
  const asked = app.calls.find(({ route }) => route === 'GET /tracking-sources');
  expect(asked?.query).toEqual({ affiliateID: '7' });
  const row = within(table.getAllByRole('row')[1] as HTMLElement);
  for (const text of ['No source id', '8,210', '312', '$9,210.50', '$2,763.15']) {
    expect(row.getByText(text)).toBeInTheDocument();
  }
  expect(table.getByText('Evening chat')).toBeInTheDocument();
  expect(table.getByText('gone')).toBeInTheDocument();
  expect(table.getByText('8,230')).toBeInTheDocument();
  expect(table.getByText('$2,763.35')).toBeInTheDocument();
  expect(await copied(app, 'link of blog, chat-1')).toBe(`${BASE}?tid=blog&lp=chat-1`);
  await expectAccessible(app.container);
});

it('says when nobody has come yet, and when the sources could not be loaded', async () => {
  const { unmount } = open(() => []);
  expect(await screen.findByText('Nobody has come through your links yet')).toBeInTheDocument();
  unmount();
  open(() => failure(500));
  expect(await screen.findByText('Your sources could not be loaded.')).toBeInTheDocument();
});

it('offers the promo video with its embed code and a download', async () => {
  const app = open();
  expect(screen.getByLabelText('Promo video')).toHaveAttribute('width', '320');
  expect(screen.getByLabelText('Promo video')).toHaveAttribute('height', '240');
  expect(await copied(app, 'embed code')).toContain('src="https://partners.example/videos/promo.mp4"');
  expect(screen.getByRole('link', { name: 'Download the video' })).toHaveAttribute(
    'href',
    '/api/download-promo-video?filename=promo.mp4',
  );
});

it('saves the downloaded video, and says so when the download fails', async () => {
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
  Object.assign(URL, { createObjectURL: () => 'blob:video', revokeObjectURL: () => undefined });
  const answers = [failure(503), new Response(new Blob(['mp4']))];
  const app = renderApp(<PromoToolsScreen />, {
    person: anAffiliate(),
    api: {
      'GET /tracking-sources': () => [],
      'GET /campaigns': () => CAMPAIGNS,
      'GET /download-promo-video': () => answers.shift(),
    },
  });
  const download = () => app.user.click(screen.getByRole('link', { name: 'Download the video' }));
  await download();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error occured. Please try again later');
  expect(saved).not.toHaveBeenCalled();
  await download();
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(app.calls.at(-1)?.query).toEqual({ filename: 'promo.mp4' });
  saved.mockRestore();
});

it.each([
  [{ assetsUri: '', videosRootFolder: 'videos' }, 'https://partners.example/videos/promo.mp4'],
  [
    { assetsUri: '/assets/', videosRootFolder: '/videos/' },
    'https://partners.example/assets/videos/promo.mp4',
  ],
  [{ assetsUri: 'https://cdn.example/a', videosRootFolder: 'v' }, 'https://cdn.example/a/v/promo.mp4'],
])('finds the video: %j', (folders, address) => {
  expect(videoUrl(aConfiguration(folders))).toBe(address);
});

it('writes an embed code in which no address ends an attribute', () => {
  expect(embedCode('https://a/"x', 'https://b/?c&d')).toContain(
    'href="https://b/?c&amp;d"><video src="https://a/&quot;x"',
  );
});
