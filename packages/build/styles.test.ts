import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'sass';

const ROOT = join(__dirname, '../..');
const STYLES = join(ROOT, 'packages/web/src/styles/index.scss');
const SCREENS = ['packages/web', 'shell', 'mfe-affiliate', 'mfe-moderation', 'mfe-accounts', 'mfe-payroll'];

const filesOf = (end: string) =>
  SCREENS.flatMap((dir) =>
    readdirSync(join(ROOT, dir, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(end))
      .map((file) => join(dir, 'src', file)),
  );
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));

test('every class of Bootstrap that a screen names is in the styles', () => {
  const whole = classesIn(readFileSync(join(ROOT, 'node_modules/bootstrap/dist/css/bootstrap.css'), 'utf8'));
  const loadPaths = [join(ROOT, 'node_modules')];
  const { css } = compile(STYLES, { loadPaths, quietDeps: true, silenceDeprecations: ['import'] });
  const ours = classesIn(css);
  const missing = filesOf('.tsx').flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(className|variant)="([^"]+)"/g)]
      .flatMap(([, attribute, names = '']) => (attribute === 'variant' ? [`btn-${names}`] : names.split(' ')))
      .filter((name) => whole.has(name) && !ours.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('words in a picture are outlines: a picture loads no font', () => {
  const withText = filesOf('.svg').filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('<text'));
  expect(withText).toEqual([]);
});
