import { metrics } from '@partnerdesk/node';
import { parser } from '@prometheus-io/lezer-promql';

/** Labels that Prometheus adds to every series. */
const TARGET_LABELS = ['job', 'instance', 'le'];
/** Metrics that Node's own collectors, Prometheus and its alerts publish. */
const FOREIGN = /^(process|nodejs)_\w+$|^up$/;

/** Every series name of the product with its labels; a histogram has three. @returns {Map<string, string[]>} */
export function knownSeries() {
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
export function unknownIn(expression) {
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
