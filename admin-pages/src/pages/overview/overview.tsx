/** Activity over a period, and current problems. */

import { useState } from 'preact/hooks';
import type { Overview as OverviewData, Problem } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { consoleUrl } from '../../server/config.ts';
import { useAbout } from '../../server/rights.ts';
import { duration, durationRange, named, t } from '../../texts/texts.ts';
import { formatValues } from '../../texts/values.ts';
import { Switch } from '../../ui/field.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Fact, Facts, Loading, Page, Section } from '../../ui/parts.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { hrefTo, hrefWith } from '../../ui/route.ts';
import { Bars } from './bars.tsx';
import { EmailCheck } from './email-check.tsx';
import { KeyFigures } from './figures.tsx';
import { Mailboxes } from './mailboxes.tsx';
import { Plot } from './plot.tsx';
import { EmailRoutes } from './routes.tsx';
import { TestEmailButton } from './test-email.tsx';

const SPANS = ['hour', 'day', 'month'] as const;

/** The upper bounds of the bars for the time from email to click, in seconds; one more bar is for everything slower. */
const DELAYS = [10, 30, 60, 300, 900] as const;

export function Overview(_: { parts: string[] }) {
  const { rights } = useAbout();
  const [span, setSpan] = useState<string>('day');
  const problems = useLoaded((signal) => call<{ problems: Problem[] }>('/problems', { signal }), []);
  const overview = useLoaded(
    (signal) => call<OverviewData>('/overview', { query: { span }, signal }),
    [span],
  );
  return (
    <Page title={t('overview')}>
      {problems.data?.problems.filter(isTask).map(({ id, values }) => (
        <p class="notice info" key={id}>
          {named('reason', id, formatValues(values))}{' '}
          <a href={hrefWith({ state: 'pending' }, 'clients')}>{named('reason-fix', id)}</a>
        </p>
      ))}
      <Section title={t('problems')}>
        <Loading of={problems}>
          {(found) => (
            <Reasons
              of={found.problems.filter((problem) => !isTask(problem))}
              empty={t('problems.none')}
              action={(problem) => <ProblemLink of={problem} />}
            />
          )}
        </Loading>
        {rights.realm.manage && <TestEmailButton onSent={problems.reload} />}
      </Section>
      <EmailRoutes mayTest={rights.realm.manage} onTested={problems.reload} />
      <EmailCheck mayCheck={rights.realm.manage} />
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

/** Whether it isn't a problem, but a task: clients wait for approval. */
function isTask({ id }: Problem): boolean {
  return id === 'pending-clients';
}

/** The link to the page where it can be fixed: an admin page, or one of Keycloak's console. */
function ProblemLink({ of: { page, console } }: { of: Problem }) {
  if (page === 'limits') return <a href={hrefTo('limits')}>{t('problems.fix', { page: t('limits') })}</a>;
  if (page === 'settings' || (page === 'clients' && console === null))
    return <a href={hrefTo(page)}>{t('problems.fix', { page: t(page) })}</a>;
  if (console === null) return null;
  return (
    <a href={consoleUrl(console)} target="_blank" rel="noreferrer">
      {t('problems.fix', { page: t('console') })}
    </a>
  );
}

function Activity({ data }: { data: OverviewData }) {
  const { from, step, series, email_to_click: clicks } = data;
  return (
    <>
      <KeyFigures of={data} />
      <div class="columns wide">
        <div>
          <h3>{t('overview.links')}</h3>
          <Plot
            title={t('overview.links')}
            from={from}
            step={step}
            series={[
              { label: t('series.asked'), values: series.links_requested },
              { label: t('series.used'), values: series.links_used },
            ]}
            others={[
              { label: t('series.expired'), values: series.links_expired },
              { label: t('series.sign-ups'), values: series.sign_ups },
            ]}
          />
        </div>
        <div>
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
            isStacked
          />
        </div>
        <Delays of={clicks} />
        <div>
          <Counts
            title={t('overview.rejected')}
            of={data.rejected}
            text={(reason) => named('rejected', reason)}
          />
          <Counts title={t('overview.limits')} of={data.limits_hit} text={(limit) => named('limit', limit)} />
          <Counts
            title={t('overview.emails')}
            of={data.emails_failed_by_cause}
            text={(cause) => named('finding', cause)}
          />
        </div>
      </div>
      <Mailboxes of={data.mailboxes} reports={data.reports} />
    </>
  );
}

interface CountsProperties {
  title: string;
  of: Readonly<Record<string, number>>;
  /** The text of a name that the server sends. */
  text: (name: string) => string;
}

/** Counts by name; nothing if there are none. */
function Counts({ title, of, text }: CountsProperties) {
  const counts = Object.entries(of).filter(([, count]) => count > 0);
  if (counts.length === 0) return null;
  return <Bars title={title} of={counts.map(([name, count]) => ({ text: text(name), count }))} />;
}

/** The time from email to click, in a few classes. A median of a few clicks says nothing: then there is none. */
function Delays({ of: { bounds, counts, p50, p95 } }: { of: OverviewData['email_to_click'] }) {
  const classes = [...DELAYS, Number.POSITIVE_INFINITY].map((upper, index) => {
    const lower = DELAYS[index - 1] ?? 0;
    return {
      text: delayText(lower, upper),
      count: counts.reduce((sum, count, which) => {
        const bound = bounds[which] ?? Number.POSITIVE_INFINITY;
        return bound <= upper && bound > lower ? sum + count : sum;
      }, 0),
    };
  });
  return (
    <div>
      <Bars title={t('overview.delay')} of={classes} />
      {p50 !== null && p95 !== null && (
        <Facts>
          <Fact name={t('overview.p50')}>{duration(p50)}</Fact>
          <Fact name={t('overview.p95')}>{duration(p95)}</Fact>
        </Facts>
      )}
    </div>
  );
}

function delayText(lower: number, upper: number): string {
  if (lower === 0) return t('delay.up-to', { time: duration(upper) });
  return upper === Number.POSITIVE_INFINITY
    ? t('delay.longer', { time: duration(lower) })
    : durationRange(lower, upper);
}
