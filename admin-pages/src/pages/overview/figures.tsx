/** The key figures of a period, each with that of the period before. */
import type { Overview } from '../../../generated/admin-api.d.ts';
import { number, t } from '../../texts/texts.ts';

type Sums = Overview['previous'];

function sumsOf(series: Overview['series']): Sums {
  return Object.fromEntries(
    Object.entries(series).map(([name, values]) => [name, values.reduce((sum, value) => sum + value, 0)]),
  ) as unknown as Sums;
}

/** The part of the links that were used before they expired; null if none was used or expired. */
function successRate({ links_used, links_expired }: Sums): number | null {
  const all = links_used + links_expired;
  return all === 0 ? null : links_used / all;
}

/** Sign-ins, and those among them that needed no email. */
function signIns(sums: Sums): { all: number; part: number } {
  const part = sums.sign_ins_by_passkey + sums.sign_ins_by_provider + sums.sign_ins_by_session;
  return { all: part + sums.sign_ins_by_email, part };
}

function failures({ links_rejected, emails_failed, limits_hit }: Sums): number {
  return links_rejected + emails_failed + limits_hit;
}

export function KeyFigures({ of: { series, previous } }: { of: Overview }) {
  const now = sumsOf(series);
  const [rate, rateBefore] = [successRate(now), successRate(previous)];
  return (
    <dl class="key-figures">
      <Count name={t('figure.links-used')} now={now.links_used} before={previous.links_used} />
      <Count name={t('figure.sign-ups')} now={now.sign_ups} before={previous.sign_ups} />
      <Figure
        name={t('figure.success')}
        value={rate === null ? t('none') : percent(rate)}
        hints={[
          t('figure.base', { used: now.links_used, all: now.links_used + now.links_expired }),
          ...(rateBefore === null ? [] : [t('figure.before', { before: percent(rateBefore) })]),
        ]}
      />
      <WithoutEmail now={signIns(now)} before={signIns(previous)} />
      <Count name={t('figure.failures')} now={failures(now)} before={failures(previous)} />
    </dl>
  );
}

function Count({ name, now, before }: { name: string; now: number; before: number }) {
  const change = number(now - before, { signDisplay: 'exceptZero' });
  return <Figure name={name} value={number(now)} hints={[t('figure.change', { before, change })]} />;
}

type SignIns = ReturnType<typeof signIns>;

function WithoutEmail({ now, before }: { now: SignIns; before: SignIns }) {
  const share = ({ all, part }: SignIns) => (all === 0 ? null : percent(part / all));
  const shareBefore = share(before);
  return (
    <Figure
      name={t('figure.without-email')}
      value={share(now) ?? t('none')}
      hints={[
        t('figure.of-sign-ins', now),
        ...(shareBefore === null ? [] : [t('figure.before', { before: shareBefore })]),
      ]}
    />
  );
}

function Figure({ name, value, hints }: { name: string; value: string; hints: readonly string[] }) {
  return (
    <div class="key-figure">
      <dt>{name}</dt>
      <dd class="value">{value}</dd>
      {hints.map((hint) => (
        <dd class="hint" key={hint}>
          {hint}
        </dd>
      ))}
    </div>
  );
}

function percent(part: number): string {
  return number(part, { style: 'percent', maximumFractionDigits: 0 });
}
