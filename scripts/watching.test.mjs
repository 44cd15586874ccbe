import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inRoot } from './lib/paths.mjs';
import { knownSeries, unknownIn } from './lib/promql.mjs';

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

test('every metric of the product is on the dashboard or in an alert', () => {
  const shown = [...alerts.map(exprOf), ...panels.flatMap(({ targets }) => targets.map(exprOf))].join('\n');
  const names = new Set([...knownSeries().keys()].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...names].filter((name) => !shown.includes(name))).toEqual([]);
});

test.each([
  ['sum(rate(', /no PromQL/],
  ['partnerdesk_queue_size', /no metric/],
  ['sum by (queues) (partnerdesk_queue_jobs)', /no label queues/],
  ['partnerdesk_queue_jobs{name="mail"}', /no label name/],
])('%s would be found', (expression, problem) => {
  expect(unknownIn(expression)[0]).toMatch(problem);
});
