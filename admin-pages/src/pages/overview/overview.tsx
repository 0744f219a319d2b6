/** Activity over a period, and current problems. */
import { useState } from 'preact/hooks';
import type { Overview as OverviewData, Problem } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { CONFIG } from '../../server/config.ts';
import { duration, named, type TextKey, t } from '../../texts/texts.ts';
import { Switch } from '../../ui/field.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Fact, Facts, Loading, Page, Section } from '../../ui/parts.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { hrefTo } from '../../ui/route.ts';
import { Bars } from './bars.tsx';
import { Plot } from './plot.tsx';

const SPANS = ['hour', 'day', 'month'] as const;

/** This application's pages, by the names that the server uses in problems. */
const PAGES: Record<string, { name: string; title: TextKey }> = {
  clients: { name: 'clients', title: 'clients' },
  'rate-limits': { name: 'limits', title: 'limits' },
};

export function Overview(_: { parts: string[] }) {
  const [span, setSpan] = useState<string>('day');
  const problems = useLoaded((signal) => call<{ problems: Problem[] }>('/problems', { signal }), []);
  const overview = useLoaded(
    (signal) => call<OverviewData>('/overview', { query: { span }, signal }),
    [span],
  );
  return (
    <Page title={t('overview')}>
      <Section title={t('problems')}>
        <Loading of={problems}>
          {(found) => <Reasons of={found.problems.map(withLink)} empty={t('problems.none')} />}
        </Loading>
      </Section>
      <Section title={t('overview.happened')}>
        <Switch
          label={t('overview.span')}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, label: named('span', value) }))}
        />
        <Loading of={overview}>{(data) => <Activity data={data} />}</Loading>
      </Section>
    </Page>
  );
}

/** Adds the link to the page where a problem can be fixed: an admin page, or one of Keycloak's console. */
function withLink(problem: Problem) {
  const page = PAGES[problem.page ?? ''];
  if (page !== undefined) {
    const parts = problem.id === 'pending-clients' ? ['pending'] : [];
    return { ...problem, link: { href: hrefTo(page.name, ...parts), text: t(page.title) } };
  }
  if (problem.console === null) return { ...problem, link: null };
  const admin = CONFIG.api.slice(0, CONFIG.api.lastIndexOf('/admin/realms/'));
  const realm = encodeURIComponent(CONFIG.realm);
  const href = `${admin}/admin/${realm}/console/#/${realm}/${problem.console}`;
  return { ...problem, link: { href, text: t('problems.console') } };
}

function Activity({ data }: { data: OverviewData }) {
  const { from, step, series, email_to_click: clicks } = data;
  const limits = Object.entries(data.limits_hit).map(([name, count]) => ({
    text: named('policy', name),
    count,
  }));
  const rejected = Object.entries(data.rejected).map(([name, count]) => ({
    text: named('rejected', name),
    count,
  }));
  const failed = Object.entries(data.emails_failed).map(([name, count]) => ({
    text: named('email-failed', name),
    count,
  }));
  const delays = clicks.counts.map((count, index) => ({ text: delayText(clicks.bounds, index), count }));
  return (
    <>
      <h3>{t('overview.links')}</h3>
      <Plot
        title={t('overview.links')}
        from={from}
        step={step}
        series={[
          { label: t('series.asked'), values: series.links_requested },
          { label: t('series.used'), values: series.links_used },
          { label: t('series.expired'), values: series.links_expired },
          { label: t('series.sign-ups'), values: series.sign_ups },
        ]}
      />
      <h3>{t('overview.trouble')}</h3>
      <Plot
        title={t('overview.trouble')}
        from={from}
        step={step}
        series={[
          { label: t('series.rejected'), values: series.links_rejected },
          { label: t('series.emails-failed'), values: series.emails_failed },
          { label: t('series.limits-hit'), values: series.limits_hit },
        ]}
      />
      <div class="columns">
        <Bars title={t('overview.rejected')} of={rejected} />
        <Bars title={t('overview.limits')} of={limits} />
        <Bars title={t('overview.emails')} of={failed} />
        <div>
          <Bars title={t('overview.delay')} of={delays} />
          {clicks.p50 !== null && clicks.p95 !== null && (
            <Facts>
              <Fact name={t('overview.p50')}>{duration(clicks.p50)}</Fact>
              <Fact name={t('overview.p95')}>{duration(clicks.p95)}</Fact>
            </Facts>
          )}
        </div>
      </div>
    </>
  );
}

function delayText(bounds: readonly number[], index: number): string {
  const upper = bounds[index];
  if (upper !== undefined) return t('delay.up-to', { time: duration(upper) });
  return t('delay.longer', { time: duration(bounds[index - 1] ?? 0) });
}
