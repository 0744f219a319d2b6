/**
 * The closed table of Linkgate's meters, shown at `/metrics` when Keycloak's metrics are on. A label has a few known values and never
 * says who: no address, no account, no client. Nor is there the name of a realm; Keycloak's own event metrics have it.
 */
import { TABLES } from '../database/tables.ts';
import { LINK_REJECTIONS } from '../errors/catalogue/link-rejections.ts';
import { BRAKES, LIMIT_NAMES } from '../limits/limits.ts';
import { DELAY_BOUNDS } from './delays.ts';

/** A counter. Prometheus shows `linkgate.links.sent` as `linkgate_links_sent_total`. */
export interface Meter {
  readonly name: string;
  readonly description: string;
  /** The one label, with all the values that it can have. */
  readonly label?: { readonly name: string; readonly values: readonly string[] };
  /** What it is called in the statistics of a realm, by its label; left out where it isn't there. */
  readonly statistic?: string;
}

/** The counters, by the name that `count` takes. */
export const METERS = {
  linkSent: { name: 'linkgate.links.sent', description: 'Links whose email was handed to the mail server' },
  linkRejected: {
    name: 'linkgate.links.rejected',
    description: 'Links that were opened but rejected',
    label: { name: 'reason', values: [...LINK_REJECTIONS, 'referral'] },
    statistic: 'links_rejected',
  },
  emailFailed: {
    name: 'linkgate.emails.failed',
    description: 'Link emails that were not sent',
    label: { name: 'outcome', values: ['failed', 'rejected', 'late', 'busy'] },
    statistic: 'emails_failed',
  },
  crossDevice: {
    name: 'linkgate.cross.device',
    description: 'What became of links that are approved to the requesting browser',
    label: { name: 'outcome', values: ['approved', 'wrong', 'claimed', 'revoked'] },
  },
  guessingPaused: {
    name: 'linkgate.guessing.paused',
    description: 'How often a realm had so many wrong guesses that it checks none for now',
    label: { name: 'policy', values: BRAKES },
  },
  invitation: {
    name: 'linkgate.invitations',
    description: 'What became of invitations; an email may have left where that is uncertain',
    label: { name: 'outcome', values: ['sent', 'uncertain', 'failed', 'accepted', 'revoked', 'opted_out'] },
  },
  logoutDelivery: {
    name: 'linkgate.logouts',
    description: 'Clients notified of the end of a session by back-channel logout',
    label: { name: 'outcome', values: ['delivered', 'rejected', 'failed', 'late', 'busy'] },
  },
  limitHit: {
    name: 'linkgate.limits.hit',
    description: 'Requests rejected by a limit',
    label: { name: 'policy', values: LIMIT_NAMES },
    statistic: 'limits_hit',
  },
} as const satisfies Record<string, Meter>;

export type MeterName = keyof typeof METERS;

/** A histogram of times, with the upper ends of its buckets. Prometheus shows `linkgate.emails.duration` as `linkgate_emails_duration_seconds`. */
export interface Histogram {
  readonly name: string;
  readonly description: string;
  /** In seconds. */
  readonly bounds: readonly number[];
}

/** By the name that `observe` takes. */
export const HISTOGRAMS = {
  emailTime: {
    name: 'linkgate.emails.duration',
    description:
      'Time from an email being ready until the mail server has taken it, waiting for its turn included',
    // An email that takes longer than the last isn't sent.
    bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  signInTime: {
    name: 'linkgate.signins.duration',
    description:
      'Time from the request of a link that was emailed until it, or the code sent with it, is used',
    bounds: DELAY_BOUNDS,
  },
} as const satisfies Record<string, Histogram>;

export type HistogramName = keyof typeof HISTOGRAMS;

/** What there is at the moment. */
export interface GaugeMeter {
  readonly name: string;
  readonly description: string;
  readonly label?: { readonly name: string; readonly values: readonly string[] };
}

export const GAUGES = {
  emailsWaiting: {
    name: 'linkgate.emails.waiting',
    description: 'Emails that wait for their turn on this node',
  },
  deliveriesWaiting: {
    name: 'linkgate.deliveries.waiting',
    description: 'Requests to clients that wait for their turn on this node',
  },
  rowsKept: {
    name: 'linkgate.rows',
    description: 'Rows in a table of Linkgate, as the database estimates them',
    label: { name: 'table', values: TABLES },
  },
} as const satisfies Record<string, GaugeMeter>;

/** The common shape of all counters. */
export function meter(name: MeterName): Meter {
  return METERS[name];
}
