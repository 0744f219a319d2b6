/** The Prometheus rules and the Grafana dashboard, and the server's meters that they query. */
import { readText } from './documents.ts';

export const MONITORING = 'deploy/monitoring';
const RULES = `${MONITORING}/prometheus-rules.yml`;
const DASHBOARD = `${MONITORING}/grafana-dashboard.json`;

/** A query and its place. */
interface Query {
  at: string;
  expr: string;
}

/** An alert with its query and the place of its entry in the runbook. */
interface Alert extends Query {
  runbook: string;
}

/**
 * A series that a query selects: the meter's Prometheus name, and its required labels, with their values if the query has them.
 */
export interface Selected {
  at: string;
  metric: string;
  labels: { name: string; value?: string }[];
}

/** The alerts, read by their indentation: nothing else of YAML is needed. */
export function alerts(): Alert[] {
  return readText(RULES)
    .split(/^ *- alert: /m)
    .slice(1)
    .map((text) => ({
      at: text.slice(0, text.indexOf('\n')).trim(),
      expr: /expr: (?:\|\n)?([\s\S]*?)\n *(?:for|labels):/.exec(text)?.[1] ?? '',
      runbook: /runbook: (\S+)/.exec(text)?.[1] ?? '',
    }));
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { name: string; query: string }[] };
}

/** The queries of the dashboard's panels and of its variables. */
export function dashboardQueries(): Query[] {
  const { panels, templating } = JSON.parse(readText(DASHBOARD)) as Dashboard;
  return [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ at: title, expr }))),
    ...templating.list
      .filter(({ query }) => query.includes('('))
      .map(({ name, query }) => ({ at: name, expr: query })),
  ];
}

/** Prometheus adds it to every series: the scraped node. */
const ADDED = 'instance';
/** A meter's name has an underscore, and isn't a function. */
const SERIES = /\b([a-z]+_\w+)\b(?!\s*\()(?:\{([^}]*)\})?/g;
const GROUPED = /\bby \(([^)]*)\)/g;

/** The series that a query selects; the labels it groups by are required of each of its meters. */
export function selectedBy({ at, expr }: Query): Selected[] {
  const plain = expr.replace(/\$__\w+/g, '5m');
  const grouped = [...plain.matchAll(GROUPED)].flatMap(([, names = '']) => names.split(/, */));
  const by = [...new Set(grouped)].filter((name) => name !== ADDED).map((name) => ({ name }));
  return [...plain.replace(GROUPED, '').matchAll(SERIES)].map(([, metric = '', matchers = '']) => {
    const labels = [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)]
      .map(([, name = '', value = '']) => ({ name, value }))
      .filter(({ name }) => name !== ADDED);
    // A histogram's count and sum, queried beside its buckets, aren't grouped by them.
    const ends = metric.endsWith('_bucket') ? by : by.filter(({ name }) => name !== 'le');
    return { at, metric, labels: [...labels, ...ends] };
  });
}

/** Which of these series are missing in `/metrics`. */
export function missingFrom(metrics: string, selected: readonly Selected[]): Selected[] {
  const series = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return selected.filter(
    ({ metric, labels }) =>
      !series.some((line) => {
        const [name = ''] = /^\w+/.exec(line) ?? [];
        const has = ({ name: label, value }: { name: string; value?: string }) =>
          line.includes(value === undefined ? `${label}="` : `${label}="${value}"`);
        return name === metric && labels.every(has);
      }),
  );
}
