import { startNamed } from './start-named';

const FILES = ['entry.1.js', 'screen.2.js', 'parts.3.js'];

const name = (path: string, as: string) =>
  document.head.append(
    Object.assign(document.createElement('template'), {
      innerHTML: `<link rel="preload" as="${as}" href="${path}">`,
    }).content,
  );
const started = () => [...document.scripts].map((script) => script.getAttribute('src'));

beforeEach(() => {
  document.head.replaceChildren();
  name('/kit.0.js', 'script');
  for (const file of FILES) name(`/remotes/affiliate/${file}`, 'script');
  name('/remotes/affiliate/screen.2.css', 'style');
});

it('starts what the document names beside the entry, which federation starts itself', () => {
  startNamed(`${location.origin}/remotes/affiliate/entry.1.js`);
  const parts = ['/remotes/affiliate/screen.2.js', '/remotes/affiliate/parts.3.js'];
  expect(started()).toEqual(['/kit.0.js', ...parts]);
  document.scripts[0]?.dispatchEvent(new Event('error'));
  expect(started()).toEqual(parts);
});

it.each(['affiliate/entry.9.js', 'payroll/entry.1.js', 'affiliate/entry.1.js?attempt=2'])(
  'starts nothing of it for %s: another build, another remote, another try',
  (entry) => {
    startNamed(`${location.origin}/remotes/${entry}`);
    expect(started()).toEqual([]);
  },
);
