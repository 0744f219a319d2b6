/** What is asked of the statistics: that no question reads many rows, however many names were counted in however many slots. */
import { describe, expect, test } from 'vitest';
import { WEBMAILS } from '../../../../provider-scripts/src/accounts/address/webmail.ts';
import { DELAY_BOUNDS } from '../../../../provider-scripts/src/observability/metrics/delays.ts';
import { METERS, type Meter } from '../../../../provider-scripts/src/observability/metrics/meters.ts';
import { HOUR_SECONDS, SLOT_SECONDS } from '../../../../provider-scripts/src/observability/metrics/slots.ts';
import {
  hostCounts,
  OTHER_HOST,
  stageDelayName,
  stageName,
} from '../../../../provider-scripts/src/observability/statistics/mailboxes.ts';
import {
  COUNTED,
  delayName,
  FAILED_EMAILS_BY_CAUSE,
  SHIELD_MISCONFIGURED,
  SUSPECTED,
  UNKNOWN_REQUESTED,
} from '../../../../provider-scripts/src/observability/statistics/names.ts';
import { overview } from '../../../../provider-scripts/src/observability/statistics/overview.ts';
import {
  MAX_BEGINNINGS,
  QUESTIONS,
  retentionOf,
  type StatisticsQuestion,
} from '../../../../provider-scripts/src/observability/statistics/questions.ts';
import { FINDINGS } from '../../../../provider-scripts/src/platform/errors/catalogue/findings.ts';
import { SUSPICIONS } from '../../../../provider-scripts/src/platform/limits/suspicions.ts';

const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Delays that differ: one for each bound, and a longer one. */
const DELAYS = [...DELAY_BOUNDS, 1_000_000];

/** All hosts that can be counted by themselves, with the ten that a realm may name. */
const HOSTS = [
  ...WEBMAILS.flatMap(([, ...domains]) => domains.slice(0, 1)),
  ...Array.from({ length: 10 }, (_, i) => `acme-${i}.example`),
  OTHER_HOST,
];

/** All sets of reasons to suspect a request. */
const REASONS = Array.from({ length: 2 ** SUSPICIONS.length - 1 }, (_, i) =>
  SUSPICIONS.filter((_one, bit) => Math.floor((i + 1) / 2 ** bit) % 2 === 1).join('+'),
);

const METERED: readonly Meter[] = Object.keys(METERS).map((name) => METERS[name as keyof typeof METERS]);

/** Every name that can be counted. */
const NAMES: readonly string[] = [
  ...COUNTED,
  UNKNOWN_REQUESTED,
  SHIELD_MISCONFIGURED,
  ...DELAYS.map(delayName),
  ...METERED.flatMap(({ statistic, label }) =>
    statistic === undefined ? [] : (label?.values ?? []).map((value) => `${statistic}.${value}`),
  ),
  ...Object.keys(FINDINGS)
    .filter((id) => id.startsWith('email-'))
    .map((cause) => `${FAILED_EMAILS_BY_CAUSE}${cause}`),
  ...REASONS.map((reasons) => `${SUSPECTED}${reasons}`),
  ...HOSTS.flatMap((host) => [
    ...(['sent', 'delivered', 'opened', 'used'] as const).map((stage) => stageName(stage, host)),
    ...(['delivered', 'opened', 'used'] as const).flatMap((stage) =>
      DELAYS.map((seconds) => stageDelayName(stage, host, seconds)),
    ),
  ]),
].filter((name, index, all) => all.indexOf(name) === index);

const ALL: readonly [string, StatisticsQuestion][] = Object.entries(QUESTIONS).flatMap(([name, ofSpans]) =>
  Object.entries(ofSpans).map(([span, question]): [string, StatisticsQuestion] => [
    `${name} of a ${span}`,
    question,
  ]),
);

const asks = ({ names }: StatisticsQuestion, name: string) =>
  names.some((beginning) => name.startsWith(beginning));

/** The rows that a question reads of a realm in which everything was counted in every slot. */
function rowsOf(question: StatisticsQuestion): number {
  const steps = Math.max(1, Math.ceil(question.time / question.step)) + 1;
  return NAMES.filter((name) => asks(question, name)).length * (question.step > question.time ? 1 : steps);
}

describe('a question', () => {
  test.each(ALL)('%s reads few rows', (_, question) => {
    expect(0).toBeLessThan(rowsOf(question));
    expect(rowsOf(question)).toBeLessThan(6000);
    expect(question.names.length).toBeLessThan(MAX_BEGINNINGS + 1);
    expect(question.time % question.slot).toBe(0);
    expect(2 * question.time).toBeLessThan(retentionOf('links_used', question.slot) + 1);
  });

  test('about hosts has one row a name, and none is asked of delays that needs none', () => {
    for (const [name, question] of ALL)
      if (asks(question, stageName('sent', OTHER_HOST))) {
        expect([name, rowsOf(question)]).toEqual([name, NAMES.filter((one) => asks(question, one)).length]);
      }
    expect(asks(QUESTIONS.hosts.month, stageDelayName('used', OTHER_HOST, 1))).toBe(false);
    expect(rowsOf(QUESTIONS.hosts.month)).toBe(4 * HOSTS.length);
  });

  test('about series, sums or mailboxes names what an overview shows', () => {
    const empty = JSON.stringify(overview('day', 0, []));
    for (const name of NAMES) {
      const counted = [{ name, since: 0, amount: 1 }];
      const shows = (...given: Parameters<typeof overview>) => JSON.stringify(overview(...given)) !== empty;
      if (shows('day', 0, counted)) expect([name, asks(QUESTIONS.series.day, name)]).toEqual([name, true]);
      if (shows('day', 0, [], counted)) expect([name, asks(QUESTIONS.sums.day, name)]).toEqual([name, true]);
      const sent = { name: stageName('sent', name.split('/')[2] ?? ''), since: 0, amount: 1 };
      if (JSON.stringify(hostCounts([sent])) !== JSON.stringify(hostCounts([sent, ...counted, ...counted])))
        expect([name, asks(QUESTIONS.mailboxes.day, name)]).toEqual([name, true]);
    }
  });
});

test('delays at hosts are retained as long as they are shown, other hours for 400 days', () => {
  const [delay, count] = [stageDelayName('used', OTHER_HOST, 1), stageName('used', OTHER_HOST)];
  expect([retentionOf(delay, HOUR_SECONDS), retentionOf(count, HOUR_SECONDS)]).toEqual([
    31 * DAY_SECONDS,
    400 * DAY_SECONDS,
  ]);
  expect(QUESTIONS.mailboxes.month.time).toBeLessThan(retentionOf(delay, HOUR_SECONDS));
  for (const name of [delay, count]) expect(retentionOf(name, SLOT_SECONDS)).toBe(2 * DAY_SECONDS);
});
