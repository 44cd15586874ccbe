import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const webpack = require('webpack');
const { remote, shell } = require('./webpack.cjs');
const browserCalls = require('./browser-calls.cjs');

interface BuildReport {
  errors: { message: string }[];
  assets: { name: string }[];
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'remote-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a remote of one file with the preset. */
function buildRemote(source: string): Promise<{ errors: string[]; files: string[] }> {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'src/remote.tsx'), source);
  const config = remote('affiliate');
  const output = { ...config.output, path: path.join(folder, 'dist') };
  const modules = [path.resolve(__dirname, '../../node_modules')];
  const resolve = { ...config.resolve, modules };
  return new Promise((done, fail) => {
    webpack(
      { ...config, context: folder, output, resolve, cache: false },
      (error: Error | null, stats: { toJson(options: object): BuildReport }) => {
        if (error) return fail(error);
        const { errors, assets } = stats.toJson({ all: false, errors: true, assets: true });
        done({ errors: errors.map(({ message }) => message), files: assets.map(({ name }) => name) });
      },
    );
  });
}

it('builds a manifest, an entry and a chunk of its own for each screen, without a copy of what is shared', async () => {
  const { errors, files } = await buildRemote(`
    import { useState } from 'react';
    export const use = useState;
    export const load = () => import('data:text/javascript,export const a = 1');
  `);
  expect(errors).toEqual([]);
  expect(files).toContain('mf-manifest.json');
  expect(files.filter((name) => /^entry\.[0-9a-f]{8}\.js$/.test(name))).toHaveLength(1);
  const code = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, 'dist', name), 'utf8'));
  expect(code.join()).not.toContain('__CLIENT_INTERNALS_DO_NOT_USE');
});

it('writes down by its path what a screen is shown with, by the names that the files really have', async () => {
  mkdirSync(path.join(folder, 'src'));
  const faq = [
    "import { Dialog } from '@partnerdesk/web/kit';",
    "export const Faq = [Dialog, 'What is asked'];",
  ];
  writeFileSync(path.join(folder, 'src/faq.tsx'), faq.join('\n'));
  const { errors, files } = await buildRemote(`
    export const screens = { '/faq': () => import('./faq'), '/none': () => undefined };
  `);
  expect(errors).toEqual([]);
  const screens = JSON.parse(readFileSync(path.join(folder, 'dist/screens.json'), 'utf8'));
  expect(Object.keys(screens)).toEqual(['/faq']);
  const [entry, ...rest] = screens['/faq'];
  expect(entry).toMatch(/^entry\./);
  expect(rest.pop()).toBe('@partnerdesk/web/kit');
  expect(files).toEqual(expect.arrayContaining([entry, ...rest]));
  const last = readFileSync(path.join(folder, 'dist', rest.at(-1)), 'utf8');
  expect(last).toContain('What is asked');
});

it.each(['react-router-dom', 'react-redux', '@reduxjs/toolkit', 'redux'])(
  'does not build a remote that imports %s by itself: it would be a second copy',
  async (name) => {
    const { errors } = await buildRemote(`export * from '${name}';`);
    expect(errors.join()).toContain(`takes what it needs of ${name} from @partnerdesk/web`);
  },
  60_000,
);

it('never writes code that the content security policy refuses', () => {
  for (const config of [shell(), remote('payroll')]) expect(String(config.devtool)).not.toContain('eval');
});

it('has the shell load from the root, and a remote from where it lies', () => {
  expect(shell().output.publicPath).toBe('/');
  expect(remote('payroll').output.publicPath).toBe('auto');
});

it('leaves of a call what a browser reads of it', () => {
  const source = [
    "import { call } from './call';",
    "export const faqCall = call('POST /api/faq', {",
    "  about: 'What it\\'s for',",
    '  ...everybody,',
    '  query: { id: s.text({ max: 3 }) },',
    "  body: { place: s.text({ texts: { any: 'Where?' } }) },",
    "  answer: s.object({ max: s.text({ empty: true }), by: s.code(IDS, { about: 'Its title' }), only: s.flag({ only: true }) }),",
    '});',
    "export const fileCall = call('POST /api/file', { body: raw('text/csv'), errors: ['conflict'] });",
  ].join('\n');
  expect(browserCalls(source).replaceAll(/\s+/g, ' ')).toBe(
    "import { call } from './call'; export const faqCall = /*#__PURE__*/ call('POST /api/faq', { ...everybody, body: {}, " +
      'answer: /*#__PURE__*/ s.object({ max: /*#__PURE__*/ s.text(), by: /*#__PURE__*/ s.code(IDS), only: /*#__PURE__*/ s.flag({ only: true }) }), }); ' +
      "export const fileCall = /*#__PURE__*/ call('POST /api/file', { body: /*#__PURE__*/ raw('text/csv'), });",
  );
});
