import { readFileSync } from 'node:fs';
import { MAX_RESULT_FILE_BYTES } from '@partnerdesk/contracts';
import { parse } from 'yaml';
import { inRoot } from './lib/paths.mjs';

/** docs/DEPLOY.md, Kubernetes: its steps in their order, and what they lead to. */
const folder = 'deploy/kubernetes';
const text = (/** @type {string} */ file) => readFileSync(inRoot(file), 'utf8');
const ingress = parse(text(`${folder}/ingress.yaml`));
const guide = text('docs/DEPLOY.md');

test('the namespace is made before what is put into it', () => {
  const made = guide.indexOf(`kubectl apply -f ${folder}/namespace.yaml`);
  expect(made).toBeGreaterThan(0);
  const into = [...guide.matchAll(/kubectl -n (\S+)/g)];
  const { name } = parse(text(`${folder}/namespace.yaml`)).metadata;
  expect(into.length).toBeGreaterThan(0);
  expect(into.filter((match) => match.index < made || match[1] !== name)).toEqual([]);
});

test('the certificate that the ingress names is asked for', () => {
  expect(guide).toContain(`secret tls ${ingress.spec.tls[0].secretName} `);
});

test('the file of secrets that it has made comes into no image and no commit', () => {
  const [, file = ''] = /--from-env-file=([^`\s]+)/.exec(guide) ?? [];
  expect(file).toMatch(/^\w+\.env$/);
  for (const ignored of ['.dockerignore', '.gitignore']) expect(text(ignored).split('\n')).toContain('*.env');
});

test('the largest body that web servers take passes the ingress', () => {
  const limit = ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'];
  expect(limit).toMatch(/^\d+m$/);
  expect(Number.parseInt(limit, 10) * 1024 * 1024).toBeGreaterThanOrEqual(MAX_RESULT_FILE_BYTES);
});

test('on plain machines a command runs where, as whom and with what the worker does', () => {
  const unit = text('deploy/systemd/partnerdesk-worker.service');
  const [, command = ''] = /^systemd-run ([^`]+)/m.exec(guide) ?? [];
  const given = [...command.matchAll(/-p (\S+)/g)].map(([, property]) => property);
  expect(given.map((property) => property?.split('=')[0])).toEqual([
    ...['User', 'WorkingDirectory', 'EnvironmentFile', 'StateDirectory', 'StateDirectoryMode', 'UMask'],
  ]);
  expect(given.filter((property) => !unit.split('\n').includes(String(property)))).toEqual([]);
  const variables = command.match(/(?<= )[A-Z_]+=\S+/g) ?? [];
  expect(variables).toEqual(['NODE_ENV=production', expect.stringMatching(/^DATA_DIR=/)]);
  for (const each of variables) expect(unit).toMatch(new RegExp(`^ExecStart=.* ${each} `, 'm'));
});
