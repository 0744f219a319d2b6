/** What becomes of emailed links, by the hosts of their mailboxes: counted where they were sent, so that a share is of the same links. */
import { DELAY_BOUNDS } from '../metrics/delays.ts';
import type { Counted } from './names.ts';
import { quantile } from './quantile.ts';

/** The way of an emailed link. Whether it was delivered and opened is known only while a route reports. */
const STAGES = ['sent', 'delivered', 'opened', 'used'] as const;
export type Stage = (typeof STAGES)[number];

/** Stands for all mailboxes that aren't counted by themselves. */
export const OTHER_HOST = 'other';

/** The longest name of a host that a statistic can have; the others count as others. */
export const MAX_HOST_LENGTH = 36;

/** What begins the names of the statistics: of counts, and of delays. */
export const HOST_COUNTS = 'mailbox/';
export const HOST_DELAYS = 'mailbox-delay/';

/** The name of the statistic of a stage at a host. */
export function stageName(stage: Stage, host: string): string {
  return `${HOST_COUNTS}${stage}/${host}`;
}

/** The name of the statistic for a delay in seconds since the sending. */
export function stageDelayName(stage: Stage, host: string, seconds: number): string {
  return `${HOST_DELAYS}${stage}/${host}/${DELAY_BOUNDS.filter((bound) => bound < seconds).length}`;
}

/** A host's counts. */
export interface HostCounts {
  readonly host: string;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly used: number;
  /** The medians of the seconds since the sending; null if there are too few. */
  readonly delivered_p50: number | null;
  readonly opened_p50: number | null;
  readonly used_p50: number | null;
}

/** The hosts with links in these statistics, those with most first, and the others last. */
export function hostCounts(counted: readonly Counted[]): HostCounts[] {
  const counts: Record<string, Record<Stage, number>> = {};
  const delays: Record<string, number[]> = {};
  for (const { name, amount } of counted) {
    const [kind, stage = '', host = '', bound] = name.split('/');
    if (`${kind}/` === HOST_COUNTS) {
      const ofHost = counts[host] ?? { sent: 0, delivered: 0, opened: 0, used: 0 };
      counts[host] = { ...ofHost, [stage]: ofHost[stage as Stage] + amount };
    } else if (`${kind}/` === HOST_DELAYS) {
      const key = `${stage}/${host}`;
      const buckets = delays[key] ?? [...DELAY_BOUNDS.map(() => 0), 0];
      buckets[Number(bound)] = (buckets[Number(bound)] ?? 0) + amount;
      delays[key] = buckets;
    }
  }
  const median = (stage: Stage, host: string) => quantile(delays[`${stage}/${host}`] ?? [], 0.5);
  return Object.entries(counts)
    .filter(([, { sent }]) => sent > 0)
    .map(([host, ofHost]) => ({
      host,
      ...ofHost,
      delivered_p50: median('delivered', host),
      opened_p50: median('opened', host),
      used_p50: median('used', host),
    }))
    .sort((one, other) => rankOf(other) - rankOf(one));
}

function rankOf({ host, sent }: Pick<HostCounts, 'host' | 'sent'>): number {
  return host === OTHER_HOST ? 0 : sent;
}

/** A host where fewer links are used than usually, with its shares as whole percents. */
export interface FallenHost {
  readonly host: string;
  readonly share: number;
  readonly usual: number;
}

/** A share of fewer links is noise: of the month, and of links that would usually be used in the time before now. */
const MIN_SENT = 100;
const MIN_EXPECTED = 20;

/** The hosts whose share of used links is less than half of their month's, in one of the times before now. */
export function fallenHosts(times: readonly (readonly Counted[])[], month: readonly Counted[]): FallenHost[] {
  const fallen: FallenHost[] = [];
  const usually = hostCounts(month);
  for (const counted of times)
    for (const { host, sent, used } of hostCounts(counted)) {
      const usual = usually.find((one) => one.host === host);
      if (usual === undefined || usual.sent < MIN_SENT || fallen.some((one) => one.host === host)) continue;
      const rate = usual.used / usual.sent;
      if (rate * sent >= MIN_EXPECTED && used < (rate * sent) / 2)
        fallen.push({ host, share: Math.round((100 * used) / sent), usual: Math.round(100 * rate) });
    }
  return fallen;
}
