/* One deployment: compose, Kubernetes, systemd and documents must say the same. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { REMOTE_NAMES } from '@partnerdesk/contracts';
import { readEnv, SHUTDOWN_MS } from '@partnerdesk/node';
import { parse, parseAllDocuments } from 'yaml';
import { readDockerfile, settingsOf } from './lib/image-run.mjs';
import { inRoot } from './lib/paths.mjs';

const text = (/** @type {string} */ file) => readFileSync(inRoot(file), 'utf8');
const variables = new Set([...text('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]));
const unknown = (/** @type {string[]} */ names) => names.filter((name) => !variables.has(name));
const sourceOf = (/** @type {string} */ program) => program.replace('/dist/', '/src/').replace(/js$/, 'ts');

/** What is secret: an operator adds it to any of the ways to run the product. */
const SECRETS = {
  MONGO_URL: 'mongodb://db.example.com/partnerdesk?replicaSet=rs0&tls=true',
  REDIS_URL: 'rediss://cache.example.com',
  SMTP_URL: 'smtp://mail.example.com:587',
  SESSION_KEYS: 'session-key-of-a-test-0123456789abcdef',
  FIELD_KEYS: `k1:${Buffer.from('field-key-of-a-test-of-32-bytes!').toString('base64')}`,
  PROOF_KEY: `p1:${Buffer.from('proof-key-of-a-test-of-32-bytes!').toString('base64')}`,
  EVENTS_SECRET: 'events-secret-of-a-test-0123456789ab',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const PUBLIC = { PUBLIC_URL: 'https://partners.example.com', MAIL_FROM: 'p@example.com' };
const BUCKET = { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'pictures' };

const stages = readDockerfile(inRoot('Dockerfile'));
const images = { bff: settingsOf(stages, 'bff'), worker: settingsOf(stages, 'worker') };
const METRICS_PORT = Number(images.worker.env.METRICS_PORT);
const PORT = Number(images.bff.env.PORT);
const { drainMs } = readEnv({ ...SECRETS, ...BUCKET, ...PUBLIC, NODE_ENV: 'production' });
const GRACE_S = (SHUTDOWN_MS + drainMs) / 1000;

/** A workspace of ours and those that it needs. @param {string} workspace  @returns {string[]} */
function neededBy(workspace) {
  const { dependencies } = JSON.parse(text(`${workspace}/package.json`));
  const own = Object.keys(dependencies).filter((name) => name.startsWith('@partnerdesk/'));
  const needed = own.flatMap((name) => neededBy(name.replace('@partnerdesk/', 'packages/')));
  return [...new Set([workspace, ...needed])];
}

describe('Dockerfile', () => {
  test('is made from one pinned Node that is supported for long', () => {
    const from = stages.filter((stage) => !stages.some(({ name }) => name === stage.from));
    const [version] = from.map((stage) => stage.from.replace(/-slim$/, ''));
    expect(version).toMatch(/^node:24\.\d+\.\d+-/);
    expect(from.map((stage) => stage.from)).toEqual([`${version}-slim`, version]);
    const sources = stages.flatMap(({ instructions }) => instructions.map(({ flags }) => flags.from));
    const names = stages.map(({ name }) => name);
    expect(sources.filter((name) => name && !names.includes(name))).toEqual([]);
  });

  test.each([
    ['bff', 'bff', ['bff/assets', 'shell/dist', ...REMOTE_NAMES.map((name) => `mfe-${name}/dist`)]],
    ['worker', 'workers', []],
  ])('%s has what its packages need and nothing else', (image, workspace, more) => {
    const copied = images[/** @type {'bff' | 'worker'} */ (image)].copies
      .filter(({ flags }) => flags.from === 'output')
      .map(({ value }) => value.split(' ')[0].replace('/app/', ''));
    const built = neededBy(workspace).map((path) => `${path}/dist`);
    expect(copied.sort()).toEqual([...built, ...more, 'data'].sort());
  });

  test.each(Object.entries(images))(
    '%s runs a program of ours, not as root, on the ports it names',
    (name, { command, env, user, ports, workdir }) => {
      expect([user, workdir, command[0]]).toEqual(['node', '/app', 'node']);
      expect(existsSync(inRoot(sourceOf(command[1])))).toBe(true);
      expect(unknown(Object.keys(env))).toEqual([]);
      const { port, metricsPort } = readEnv({ ...SECRETS, ...BUCKET, ...PUBLIC, ...env });
      expect(ports.map(Number)).toEqual(name === 'bff' ? [port, metricsPort] : [metricsPort]);
    },
  );

  test('neither secrets nor what is built on this machine gets into an image', () => {
    const ignored = ['.git', '.env', '.env.*', '.data', '**/node_modules', '**/dist'];
    expect(text('.dockerignore').split('\n')).toEqual(expect.arrayContaining(ignored));
  });
});

describe('compose.yaml', () => {
  const { services, volumes, networks } = parse(text('compose.yaml'), { merge: true });
  const ours = ['bff', 'worker', 'tools'];

  test('every service, volume, network, file and build stage that it names is there', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty([other]);
      for (const network of service.networks) expect(networks).toHaveProperty([network]);
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(inRoot(source))).toBe(true);
        else expect(volumes).toHaveProperty([source]);
      }
      if (ours.includes(name)) expect(stages.map((stage) => stage.name)).toContain(service.build.target);
      const isOpen = service.ports?.some((/** @type {string} */ port) => !port.startsWith('127.0.0.1:'));
      expect(Boolean(isOpen)).toBe(name === 'proxy');
    }
    expect(services.bff.deploy.replicas).toBe(2);
    expect(services.worker.deploy.replicas).toBe(2);
  });

  test.each(ours)('%s starts with what .env has to hold, on the network of the proxy', (name) => {
    const { environment, stop_grace_period, cap_drop, networks: joined } = services[name];
    expect(unknown(Object.keys(environment))).toEqual([]);
    const { MONGO_URL, REDIS_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...named } = SECRETS;
    const header = text('compose.yaml').split('\nname:')[0];
    const fileOfOperator = { ...named, ...PUBLIC };
    for (const variable of Object.keys(fileOfOperator)) expect(header).toContain(variable);
    // A copy of .env.example is what most begin with: development, this machine only.
    const example = { NODE_ENV: 'development', HOST: '127.0.0.1', METRICS_PORT: '', DATA_DIR: '.data' };
    const env = readEnv({ ...example, ...fileOfOperator, ...environment });
    expect(env).toMatchObject({ isProduction: true, host: '0.0.0.0', port: PORT, metricsPort: METRICS_PORT });
    expect(environment.TRUST_PROXY).toBe(networks.outer.ipam.config[0].subnet);
    expect(joined).toEqual(['inner', 'outer']);
    expect(cap_drop).toEqual(['ALL']);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(GRACE_S);
  });

  test('the commands on the data run as the servers do, whose files they share, in a folder that they may build in', () => {
    const users = ours.map(
      (name) => services[name].user ?? settingsOf(stages, services[name].build.target).user,
    );
    expect(users).toEqual(['node', 'node', 'node']);
    const { copies, runs, workdir } = settingsOf(stages, services.tools.build.target);
    expect(copies.map(({ flags }) => flags.chown)).toEqual(['node:node']);
    expect(runs[0].value).toBe(`chown node:node ${workdir}`);
  });

  test('servers write to the data volume and to memory only; the database is the replica set that is named', () => {
    for (const name of ['bff', 'worker']) {
      expect(services[name]).toMatchObject({ read_only: true, volumes: ['pictures:/data'], tmpfs: ['/tmp'] });
      expect(services[name].environment.DATA_DIR).toBe('/data');
    }
    const [, hosts, set] = /\/\/([^/]+)\/.*replicaSet=(\w+)/.exec(services.bff.environment.MONGO_URL) ?? [];
    const members = hosts.split(',').map((host) => host.split(':')[0]);
    expect(Object.keys(services['mongo-init'].depends_on)).toEqual(members);
    for (const member of members) expect(services[member].command).toContain(set);
    const script = text('deploy/replica-set.js');
    expect(script).toContain(`_id: '${set}'`);
    for (const member of members) expect(script).toContain(`'${member}'`);
  });
});

test('the proxy leads to the web servers and hides what is the operator’s', () => {
  const caddyfile = text('deploy/Caddyfile');
  const { services } = parse(text('compose.yaml'), { merge: true });
  const used = [...caddyfile.matchAll(/\{\$(\w+)(?::(\w+))?\}/g)].map(([, name, value]) => [name, value]);
  expect(used).toEqual([
    ['PUBLIC_URL', undefined],
    ['BFF_HOST', 'bff'],
    ['BFF_PORT', String(PORT)],
  ]);
  expect(Object.keys(services.proxy.environment)).toEqual(['PUBLIC_URL']);
  expect(caddyfile).toMatch(/@inner path \/metrics \/readyz\n\trespond @inner 404/);
  // Each visitor stays with one web server: during an upgrade the others lack the scripts of the page.
  expect(caddyfile).toMatch(/lb_policy cookie [\w-]+ \{\s+fallback least_conn\s+\}/);
});

describe('Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const kustomization = parse(text(`${folder}/kustomization.yaml`));
  /** @type {any[]} */
  const objects = kustomization.resources.flatMap((/** @type {string} */ file) =>
    parseAllDocuments(text(`${folder}/${file}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
  );
  const ofKind = (/** @type {string} */ kind) => objects.filter((object) => object.kind === kind);
  const deployments = new Map(ofKind('Deployment').map((each) => [each.metadata.name, each]));
  const portsOf = (/** @type {string} */ name) =>
    new Map(
      deployments
        .get(name)
        .spec.template.spec.containers[0].ports.map((/** @type {any} */ port) => [
          port.name,
          port.containerPort,
        ]),
    );

  test('every file is listed, every image is given a place', () => {
    const files = readdirSync(inRoot(folder)).filter((name) => name !== 'kustomization.yaml');
    expect([...kustomization.resources].sort()).toEqual(files.sort());
    expect(kustomization.images.map((/** @type {any} */ { name }) => name)).toEqual(
      [...deployments.values()].map((each) => each.spec.template.spec.containers[0].image),
    );
    const { version } = JSON.parse(text('package.json'));
    expect(kustomization.images.map((/** @type {any} */ { newTag }) => newTag)).toEqual([version, version]);
  });

  test.each(['bff', 'worker'])('%s has probes, ports, limits and no rights', (name) => {
    const { spec, metadata } = deployments.get(name).spec.template;
    const [container] = spec.containers;
    const ports = portsOf(name);
    expect([...ports.values()].map(String)).toEqual(images[/** @type {'bff' | 'worker'} */ (name)].ports);
    expect(metadata.annotations['prometheus.io/port']).toBe(String(METRICS_PORT));
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].filter((probe) => container[probe]);
    expect(probes).toHaveLength(name === 'bff' ? 3 : 2);
    for (const probe of probes) {
      const { path, port } = container[probe].httpGet;
      const expected = probe === 'readinessProbe' ? '/readyz?for=proxy' : '/healthz';
      expect([path, ports.has(port)]).toEqual([expected, true]);
    }
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(GRACE_S + 5);
    const mounted = container.volumeMounts.map((/** @type {any} */ { mountPath }) => mountPath);
    expect(mounted).toEqual([images.bff.env.DATA_DIR, '/tmp']);
    const settings = ofKind('ConfigMap')[0].data;
    expect(unknown(Object.keys(settings))).toEqual([]);
    const { env } = images[/** @type {'bff' | 'worker'} */ (name)];
    expect(readEnv({ ...env, ...settings, ...SECRETS }).s3).toBeDefined();
  });

  test('budgets, autoscalers, services and policies are about deployments and ports that exist', () => {
    const label = 'app.kubernetes.io/name';
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels[label]);
    const scaled = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')].map(
      ({ spec }) => spec.scaleTargetRef.name,
    );
    expect([budgets, scaled]).toEqual([[...deployments.keys()], [...deployments.keys()]]);
    const [service] = ofKind('Service');
    expect(portsOf(service.spec.selector[label]).get(service.spec.ports[0].targetPort)).toBe(PORT);
    const [{ metadata, spec: ingress }] = ofKind('Ingress');
    // As with Caddy: each visitor stays with one web server.
    expect(metadata.annotations['nginx.ingress.kubernetes.io/affinity']).toBe('cookie');
    const { backend } = ingress.rules[0].http.paths[0];
    expect(backend.service).toEqual({
      name: service.metadata.name,
      port: { name: service.spec.ports[0].name },
    });
    const policed = ofKind('NetworkPolicy').flatMap(({ spec }) =>
      spec.ingress.flatMap((/** @type {any} */ rule) => rule.ports),
    );
    expect(policed.map(({ port }) => portsOf('bff').has(port))).toEqual([true, true]);
  });
});

test('Kubernetes with released remotes: all web servers read the volume that the tools write', () => {
  const folder = 'deploy/kubernetes-releases';
  const { resources, patches, images: named } = parse(text(`${folder}/kustomization.yaml`));
  expect(resources.filter((/** @type {string} */ each) => !existsSync(inRoot(folder, each)))).toEqual([]);
  const [claim, pod] = parseAllDocuments(text(`${folder}/releases.yaml`)).map((each) => each.toJS());
  const patch = parse(text(`${folder}/${patches[0].path}`));
  const base = parseAllDocuments(text('deploy/kubernetes/bff.yaml'))[0]?.toJS();
  expect([patch.kind, patch.metadata.name]).toEqual([base.kind, base.metadata.name]);
  const [server] = patch.spec.template.spec.containers;
  expect(server.name).toBe(base.spec.template.spec.containers[0].name);
  const [tools] = pod.spec.containers;
  expect(named.map((/** @type {any} */ { name }) => name)).toEqual([tools.image]);
  expect(named[0].newTag).toBe(JSON.parse(text('package.json')).version);
  expect(claim.spec.accessModes).toEqual(['ReadWriteMany']);
  for (const { volumes } of [patch.spec.template.spec, pod.spec])
    expect(volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  for (const { env, volumeMounts } of [server, tools]) {
    expect(unknown(env.map((/** @type {any} */ { name }) => name))).toEqual([]);
    expect(env[0]).toEqual({ name: 'RELEASES_DIR', value: volumeMounts[0].mountPath });
  }
  expect([server, tools].map(({ volumeMounts }) => volumeMounts[0].readOnly)).toEqual([true, undefined]);
  // As the images of the servers say.
  expect(tools.env).toContainEqual({ name: 'NODE_ENV', value: 'production' });
});

describe('systemd', () => {
  const folder = 'deploy/systemd';
  const units = readdirSync(inRoot(folder));
  const lineOf = (/** @type {string} */ unit, /** @type {string} */ key) =>
    new RegExp(`^${key}=(.*)$`, 'm').exec(text(`${folder}/${unit}`))?.[1] ?? '';

  test.each(units)('%s runs a program of ours with known variables, and waits until it has ended', (unit) => {
    const [command, ...words] = lineOf(unit, 'ExecStart').split(' ');
    const [node, program = ''] = words.slice(-2);
    expect([command, node, existsSync(inRoot(sourceOf(program)))]).toEqual([
      '/usr/bin/env',
      '/usr/bin/node',
      true,
    ]);
    const env = Object.fromEntries(words.slice(0, -2).map((pair) => pair.split('=')));
    // In systemd's order: what stands in the operator's file, a copy of .env.example, wins over Environment=.
    const example = Object.fromEntries(
      [...text('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, ...pair]) => pair),
    );
    const given = { ...example, ...SECRETS, ...BUCKET, ...PUBLIC, ...env };
    expect(readEnv(given)).toMatchObject({
      isProduction: true,
      dataDir: env.DATA_DIR,
      metricsPort: Number(env.METRICS_PORT),
    });
    expect(lineOf(unit, 'Environment')).toBe('');
    expect(unknown(Object.keys(env))).toEqual([]);
    expect(env.DATA_DIR).toBe(`/var/lib/${lineOf(unit, 'StateDirectory')}`);
    expect(Number(lineOf(unit, 'TimeoutStopSec'))).toBeGreaterThan(GRACE_S);
  });

  test('web server and worker can run on one machine', () => {
    const ports = units.map((unit) => /METRICS_PORT=(\d+)/.exec(lineOf(unit, 'ExecStart'))?.[1]);
    expect(new Set(ports).size).toBe(units.length);
  });

  const analyzer = spawnSync('systemd-analyze', ['--version']).status === 0 ? test : test.skip;
  analyzer.each(units)('%s is hardened, by systemd’s own measure', (unit) => {
    const args = ['security', '--offline=true', '--threshold=20', inRoot(folder, unit)];
    expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});
