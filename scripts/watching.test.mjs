import { readFileSync } from 'node:fs';
import { metrics } from '@partnerdesk/node';
import { parser } from '@prometheus-io/lezer-promql';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from './lib/paths.mjs';

const read = (/** @type {string} */ file) => readFileSync(inRoot(file), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yaml'));
/** @type {{ alert: string, expr: string, labels: Record<string, string>, annotations: Record<string, string> }[]} */
const alerts = groups.flatMap((/** @type {{ rules: object[] }} */ { rules }) => rules);
/** @type {{ title: string, targets: { expr: string }[] }[]} */
const panels = JSON.parse(read('deploy/grafana/partnerdesk.json')).panels;
/** Grafana puts a time in its place. */
const exprOf = (/** @type {{ expr: string }} */ { expr }) => expr.replaceAll('$__rate_interval', '5m');

test.each(alerts)(
  '$alert is about metrics and labels that are published, and says where to read on',
  (alert) => {
    expect(unknownIn(alert.expr)).toEqual([]);
    expect(['page', 'ticket']).toContain(alert.labels.severity);
    expect(read('docs/RUNBOOK.md')).toContain(`\n## ${alert.annotations.runbook}\n`);
  },
);

test.each(panels)('panel "$title" shows metrics and labels that are published', ({ targets }) => {
  expect(targets.map(exprOf).flatMap(unknownIn)).toEqual([]);
});

test('what servers are scaled by on Kubernetes is published', () => {
  const scaled = parseAllDocuments(read('deploy/kubernetes/autoscaling.yaml'))
    .map((each) => each.toJS())
    .filter((each) => each?.kind === 'ScaledObject');
  const queries = scaled.flatMap(({ spec }) =>
    spec.triggers.map((/** @type {{ metadata: { query: string } }} */ { metadata }) => metadata.query),
  );
  expect(queries).not.toEqual([]);
  expect(queries.flatMap(unknownIn)).toEqual([]);
});

test('every metric of the product is on the dashboard or in an alert', () => {
  const shown = [...alerts.map(exprOf), ...panels.flatMap(({ targets }) => targets.map(exprOf))].join('\n');
  const names = new Set([...knownSeries().keys()].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...names].filter((name) => !shown.includes(name))).toEqual([]);
});

test('compose.yaml: Prometheus asks every process for its metrics and has the rules; Grafana has it and the dashboard', () => {
  const { services } = parse(read('compose.yaml'), { merge: true });
  const { prometheus, grafana } = services;
  expect([prometheus.profiles, grafana.profiles]).toEqual([['watch'], ['watch']]);
  const configuration = parse(read('deploy/prometheus/prometheus.yaml'));
  expect(configuration.rule_files).toEqual(['alerts.yaml']);
  const [{ names, type, port }] = configuration.scrape_configs[0].dns_sd_configs;
  expect([type, String(port)]).toEqual(['A', services.bff.environment.METRICS_PORT]);
  expect(names).toEqual(['bff', 'worker']);
  // On two networks in common each container would be found twice.
  for (const name of names) {
    const common = services[name].networks.filter((/** @type {string} */ network) =>
      prometheus.networks.includes(network),
    );
    expect(common).toHaveLength(1);
  }
  const inContainer = (/** @type {{ volumes: string[] }} */ { volumes }, /** @type {string} */ file) =>
    volumes.map((volume) => volume.split(':')).find(([source = '']) => file.startsWith(source))?.[1];
  const folder = inContainer(prometheus, './deploy/prometheus');
  expect(prometheus.command).toContain(`--config.file=${folder}/prometheus.yaml`);
  expect(inContainer(grafana, './deploy/grafana/provisioning')).toBe('/etc/grafana/provisioning');
  const provisioning = 'deploy/grafana/provisioning';
  const { url } = parse(read(`${provisioning}/datasources/prometheus.yaml`)).datasources[0];
  expect(url).toBe(`http://prometheus:${prometheus.ports[0].split(':').at(-1)}`);
  expect(
    grafana.networks.filter((/** @type {string} */ each) => prometheus.networks.includes(each)),
  ).toHaveLength(1);
  const { path } = parse(read(`${provisioning}/dashboards/partnerdesk.yaml`)).providers[0].options;
  expect(inContainer(grafana, './deploy/grafana/partnerdesk.json')).toBe(`${path}/partnerdesk.json`);
});

test.each([
  ['sum(rate(', /no PromQL/],
  ['partnerdesk_queue_size', /no metric/],
  ['sum by (queues) (partnerdesk_queue_jobs)', /no label queues/],
  ['partnerdesk_queue_jobs{name="mail"}', /no label name/],
])('%s would be found', (expression, problem) => {
  expect(unknownIn(expression)[0]).toMatch(problem);
});

/** Labels that Prometheus adds to every series. */
const TARGET_LABELS = ['job', 'instance', 'le'];
/** Metrics that Node's own collectors, Prometheus and its alerts publish. */
const FOREIGN = /^(process|nodejs)_\w+$|^up$/;

/** Every series name of the product with its labels; a histogram has three. @returns {Map<string, string[]>} */
function knownSeries() {
  return new Map(
    Object.values(metrics).flatMap((metric) => {
      const { name, labelNames } = /** @type {any} */ (metric);
      const names =
        'buckets' in metric ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];
      return names.map((series) => /** @type {const} */ ([series, labelNames]));
    }),
  );
}

/**
 * What a PromQL expression names that nothing publishes: a metric, or a label that the metrics do not have.
 * @param {string} expression
 * @returns {string[]} empty: it is in order
 */
function unknownIn(expression) {
  const series = knownSeries();
  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} of all metrics that the expression names */
  const labels = new Set(TARGET_LABELS);
  /** @type {string[]} */
  const used = [];
  parser.parse(expression).iterate({
    enter({ type, name, from, to }) {
      const word = expression.slice(from, to);
      if (type.isError) problems.push(`no PromQL at ${from}: ${expression}`);
      if (name === 'Identifier' && !FOREIGN.test(word)) {
        if (!series.has(word)) problems.push(`no metric ${word}: ${expression}`);
        for (const label of series.get(word) ?? []) labels.add(label);
      }
      if (name === 'LabelName') used.push(word);
    },
  });
  return [
    ...problems,
    ...used.filter((label) => !labels.has(label)).map((label) => `no label ${label}: ${expression}`),
  ];
}
