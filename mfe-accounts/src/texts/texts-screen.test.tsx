import { TEXT_BLOCKS } from '@partnerdesk/contracts';
import { anAdmin, expectAccessible, type FakeCall, failure, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { TextsScreen } from './texts-screen';

const blocks = (version = 0) => TEXT_BLOCKS.map((name) => ({ name, html: `<p>${name}</p>`, version }));

function open(path = '/', api = {}) {
  return renderApp(<TextsScreen />, {
    person: anAdmin(),
    path,
    api: {
      'GET /text-blocks': () => blocks(),
      'POST /text-block-preview': ({ body }: FakeCall) => ({ html: `${(body as { html: string }).html}!` }),
      ...api,
    },
  });
}
const field = () => screen.findByRole('textbox');
const put = (app: ReturnType<typeof open>) => app.calls.filter(({ route }) => route.startsWith('PUT'));
const save = (app: ReturnType<typeof open>) => app.user.click(screen.getByRole('button', { name: 'Save' }));

it('shows one text at a time, the one of its address', async () => {
  const { container, user, place } = open('/?text=terms');
  expect(await field()).toHaveValue('<p>terms</p>');
  expect(screen.getByRole('button', { name: 'Terms' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Home, bottom' }));
  expect(place.path).toBe('/?text=home_bottom');
  expect(await field()).toHaveValue('<p>home_bottom</p>');
  await expectAccessible(container);
});

it('saves the text with the version that was read', async () => {
  let version = 0;
  const app = open('/?text=terms', {
    'GET /text-blocks': () => blocks(version),
    'PUT /local/terms': ({ body }: FakeCall) => {
      version += 1;
      return { name: 'terms', ...(body as object), version };
    },
  });
  await app.user.type(await field(), ' more');
  await save(app);
  expect(await screen.findByText(/The text has been updated/)).toBeInTheDocument();
  expect(put(app).map(({ body }) => body)).toEqual([{ html: '<p>terms</p> more', version: 0 }]);
});

it('what is typed while a text is being saved stays, and Save keeps the focus', async () => {
  let version = 0;
  let html = '<p>terms</p>';
  let answer = () => {};
  const app = open('/?text=terms', {
    'GET /text-blocks': () =>
      blocks().map((block) => (block.name === 'terms' ? { ...block, html, version } : block)),
    'PUT /local/terms': async ({ body }: FakeCall) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      version += 1;
      html = (body as { html: string }).html.replace('<x>', '');
      return { name: 'terms', html, version };
    },
  });
  const reads = () => app.calls.filter(({ route }) => route === 'GET /text-blocks').length;
  /** The answer to the save of this number, and the text as it is read again. */
  const answered = async (number: number) => {
    await waitFor(() => expect(put(app)).toHaveLength(number));
    const before = reads();
    await act(async () => answer());
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  };
  await app.user.type(await field(), ' more<x>');
  await save(app);
  await answered(1);
  await waitFor(async () => expect(await field()).toHaveValue('<p>terms</p> more'));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  await app.user.type(await field(), ' and');
  await save(app);
  await app.user.type(await field(), ' more');
  await answered(2);
  expect(await field()).toHaveValue('<p>terms</p> more and more');
  await save(app);
  await answered(3);
  expect(put(app).map(({ body }) => body)).toEqual([
    { html: '<p>terms</p> more<x>', version: 0 },
    { html: '<p>terms</p> more and', version: 1 },
    { html: '<p>terms</p> more and more', version: 2 },
  ]);
});

it('asks for a text, and saves none that is empty', async () => {
  const app = open();
  await app.user.clear(await field());
  await save(app);
  expect(await field()).toHaveAccessibleDescription(/Please enter all values/);
  expect(put(app)).toEqual([]);
});

it('previews what was typed as the server lets it through', async () => {
  const app = open();
  await app.user.click(await screen.findByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('region', { name: 'Preview' })).toHaveTextContent('home_top!');
});

it('keeps what was typed when somebody else was faster, and starts again only when asked to', async () => {
  let version = 0;
  const app = open('/', {
    'GET /text-blocks': () => blocks(version),
    'PUT /local/home_top': () => failure(409, 'conflict', undefined, 'Somebody else has changed it'),
  });
  await app.user.type(await field(), '?');
  await save(app);
  expect(await screen.findByText('Somebody else has changed it')).toBeInTheDocument();
  expect(await field()).toHaveValue('<p>home_top</p>?');
  version = 4;
  await app.user.click(screen.getByRole('button', { name: /^Start again/ }));
  await waitFor(async () => expect(await field()).toHaveValue('<p>home_top</p>'));
});
