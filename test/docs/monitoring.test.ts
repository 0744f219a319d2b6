/** The Prometheus rules match the runbook, and each alert has its entry there. */
import { describe, expect, test } from 'vitest';
import { anchorOf, headingsOf, readText, sectionOf } from '../support/documents.ts';
import { alerts, dashboardQueries, MONITORING, missingFrom, selectedBy } from '../support/monitoring.ts';

const tests = readText(`${MONITORING}/prometheus-rules.test.yml`);

describe('the alerts', () => {
  test('exist: for emails, sign-ins, limits and tables', () => {
    expect(alerts().map(({ at }) => at)).toEqual(
      expect.arrayContaining([
        'LinkgateEmailsFailing',
        'LinkgateSignInsSlow',
        'LinkgateLimitsHit',
        'LinkgateTablesGrowing',
      ]),
    );
  });

  test.each(alerts())('$at fires in its own test', ({ at }) => {
    const fires = new RegExp(String.raw`alertname: ${at}\s+eval_time: \w+\s+exp_alerts:\s+- exp_labels`);
    expect(tests).toMatch(fires);
  });

  test.each(alerts())('$at links to its entry: its meaning, and what to do', ({ at, runbook }) => {
    expect(runbook).toBe(`docs/runbook.md#${anchorOf(at)}`);
    const entry = sectionOf(readText('docs/runbook.md'), at);
    expect(entry).toMatch(/^\*\*Means\*\*: .{40,}/m);
    expect(entry).toMatch(/^\*\*Do\*\*:/m);
  });

  test('match the runbook’s entries', () => {
    const entries = headingsOf(readText('docs/runbook.md')).filter((heading) =>
      /^Linkgate\w+$/.test(heading),
    );
    expect(entries).toEqual(alerts().map(({ at }) => at));
  });
});

describe('what a query selects', () => {
  test('is found with its labels', () => {
    const expr =
      'sum by (policy) (rate(a_total{x="1",instance=~"$instance"}[$__rate_interval])) > 5 * max_over_time(b_c[1d])';
    expect(selectedBy({ at: 'here', expr })).toEqual([
      { at: 'here', metric: 'a_total', labels: [{ name: 'x', value: '1' }, { name: 'policy' }] },
      { at: 'here', metric: 'b_c', labels: [{ name: 'policy' }] },
    ]);
  });

  test('is reported if the server lacks meter, label or value', () => {
    const metrics = '# HELP a_total x\na_total{policy="p",x="1"} 3.0\nb_c 1.0\n';
    const missing = (expr: string) => missingFrom(metrics, selectedBy({ at: 'here', expr })).length;
    expect(['a_total{x="1"}', 'sum by (policy) (a_total)', 'b_c'].map(missing)).toEqual([0, 0, 0]);
    expect(['a_total{x="2"}', 'sum by (other) (a_total)', 'b_d', 'a_total{y="1"}'].map(missing)).toEqual([
      1, 1, 1, 1,
    ]);
  });

  test('is Linkgate’s, except for the heap on the dashboard', () => {
    const metrics = [...alerts(), ...dashboardQueries()].flatMap(selectedBy).map(({ metric }) => metric);
    expect(metrics.length).toBeGreaterThan(30);
    expect([...new Set(metrics)].filter((metric) => !metric.startsWith('linkgate_'))).toEqual([
      'jvm_memory_used_bytes',
    ]);
  });
});
