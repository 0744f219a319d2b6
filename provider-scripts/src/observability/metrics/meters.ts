/**
 * The closed table of Linkgate's meters, shown at `/metrics` when Keycloak's metrics are on. A label has a few known values and
 * never identifies anyone: no address, account or client. Nor does it name the realm; Keycloak's own event metrics do.
 */
import { TABLE_NAMES } from '../../platform/database/table-names.ts';
import { LINK_REJECTIONS } from '../../platform/errors/catalogue/link-rejections.ts';
import { BRAKES, LIMIT_NAMES } from '../../platform/limits/limits.ts';
import { SUSPICIONS } from '../../platform/limits/suspicions.ts';
import { DELAY_BOUNDS } from './delays.ts';

/** A counter. Prometheus shows `linkgate.links.sent` as `linkgate_links_sent_total`. */
export interface Meter {
  readonly name: string;
  readonly description: string;
  /** The one label, with all the values that it can have. */
  readonly label?: { readonly name: string; readonly values: readonly string[] };
  /** Its name in a realm's statistics, by label; absent if it isn't part of them. */
  readonly statistic?: string;
}

/** The kinds of routes that emails take; `provider`: another email sender. */
const ROUTE = {
  name: 'kind',
  values: ['smtp', 'postmark', 'sendgrid', 'resend', 'mailgun', 'provider'],
} as const;

/** The kinds of routes that report the fate of emails. */
const REPORTING = { name: 'kind', values: ['postmark', 'sendgrid', 'resend', 'mailgun', 'ses'] } as const;

/** The counters, by the name that `count` accepts. */
export const METERS = {
  linkSent: { name: 'linkgate.links.sent', description: 'Links whose email the mail server accepted' },
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
  accountEmailFailed: {
    name: 'linkgate.account.emails.failed',
    description: 'Emails about what was done to an account that were not sent',
    label: { name: 'outcome', values: ['failed', 'rejected', 'late', 'busy'] },
    statistic: 'emails_failed',
  },
  emailUnrecorded: {
    name: 'linkgate.emails.unrecorded',
    description: 'Emails whose outcome could not be stored',
  },
  routeAccepted: {
    name: 'linkgate.routes.accepted',
    description: 'Emails that a route accepted',
    label: ROUTE,
  },
  routeRejected: {
    name: 'linkgate.routes.rejected',
    description: 'Emails that a route rejected for their recipient or their content',
    label: ROUTE,
  },
  routeFault: {
    name: 'linkgate.routes.faults',
    description: 'Attempts to send an email in which a route failed before anything of the email was sent',
    label: ROUTE,
  },
  routeUnknown: {
    name: 'linkgate.routes.unknown',
    description: 'Emails of which it isn’t known whether a route accepted them',
    label: ROUTE,
  },
  emailReport: {
    name: 'linkgate.email.reports',
    description: 'What services reported of emails; `unknown`: of an email that isn’t known',
    label: {
      name: 'state',
      values: [
        'queued',
        'accepted',
        'deferred',
        'delivered',
        'suppressed',
        'bounced',
        'complained',
        'unknown',
      ],
    },
  },
  emailReportUnsigned: {
    name: 'linkgate.email.reports.unsigned',
    description: 'Requests to report that a route’s service had not signed',
    label: REPORTING,
    statistic: 'email_reports_unsigned',
  },
  emailReportRejected: {
    name: 'linkgate.email.reports.rejected',
    description:
      'Reports that were lost, as they were larger than those of a route’s service are, or had too many events',
    label: REPORTING,
    statistic: 'email_reports_rejected',
  },
  emailReportExpected: {
    name: 'linkgate.email.reports.expected',
    description: 'Emails that a route accepted whose service reports what becomes of them',
    label: REPORTING,
    statistic: 'email_reports_expected',
  },
  emailReportReceived: {
    name: 'linkgate.email.reports.received',
    description: 'Batches of reports that a route’s service had signed',
    label: REPORTING,
    statistic: 'email_reports_received',
  },
  emailSuppressed: {
    name: 'linkgate.email.suppressions',
    description: 'Addresses that were suppressed, by reason',
    label: { name: 'reason', values: ['soft', 'block', 'hard', 'complaint'] },
  },
  crossDevice: {
    name: 'linkgate.cross.device.sign.ins',
    description: 'Outcomes of cross-device sign-ins',
    label: { name: 'outcome', values: ['approved', 'wrong', 'claimed', 'revoked'] },
  },
  newDevice: {
    name: 'linkgate.new.device.notices',
    description: 'Notices of sign-ins on new devices; `revoked`: the owner said that it was someone else',
    label: { name: 'outcome', values: ['sent', 'failed', 'rejected', 'late', 'busy', 'revoked'] },
  },
  guessingPaused: {
    name: 'linkgate.guessing.paused',
    description: 'How often a realm paused guesses because of too many wrong ones',
    label: { name: 'limit', values: BRAKES },
  },
  invitation: {
    name: 'linkgate.invitations',
    description: 'Outcomes of invitations; `uncertain`: the email may have been sent',
    label: { name: 'outcome', values: ['sent', 'uncertain', 'failed', 'accepted', 'revoked', 'opted_out'] },
  },
  logoutDelivery: {
    name: 'linkgate.logout.notifications',
    description: 'Clients notified of the end of a session by back-channel logout',
    label: { name: 'outcome', values: ['delivered', 'rejected', 'failed', 'late', 'busy'] },
  },
  shield: {
    name: 'linkgate.challenges',
    description:
      'Requests for an email that were asked for a proof, that passed with one, or whose proof was rejected; while the service fails: that were let through, or not',
    label: { name: 'outcome', values: ['asked', 'passed', 'rejected', 'waived', 'closed'] },
    statistic: 'challenges',
  },
  shieldService: {
    name: 'linkgate.shield.service',
    description:
      'Responses that the shield’s service verified or rejected, and how often it failed or rejected its secret',
    label: { name: 'outcome', values: ['verified', 'rejected', 'failed', 'misconfigured'] },
  },
  suspicion: {
    name: 'linkgate.suspicions',
    description:
      'Reasons for which requests for an email were suspected, whether or not the shield asks them',
    label: { name: 'reason', values: SUSPICIONS },
    statistic: 'suspicions',
  },
  signUpRejected: {
    name: 'linkgate.sign.ups.rejected',
    description: 'Requests that the rules for sign-up rejected',
    label: { name: 'rule', values: ['denied', 'unlisted', 'disposable', 'invalid'] },
  },
  limitHit: {
    name: 'linkgate.limits.hit',
    description: 'Requests rejected by a limit',
    label: { name: 'limit', values: LIMIT_NAMES },
    statistic: 'limits_hit',
  },
} as const satisfies Record<string, Meter>;

export type MeterName = keyof typeof METERS;

/**
 * A histogram of durations, with the upper bounds of its buckets. Prometheus shows `linkgate.emails.duration` as
 * `linkgate_emails_duration_seconds`.
 */
export interface Histogram {
  readonly name: string;
  readonly description: string;
  /** In seconds. */
  readonly bounds: readonly number[];
}

/** The histograms, by the name that `observe` accepts. */
export const HISTOGRAMS = {
  emailTime: {
    name: 'linkgate.emails.duration',
    description:
      'Time from an email being ready until the mail server accepts it, including time in the queue',
    // An email that takes longer than the last bound isn't sent.
    bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  signInTime: {
    name: 'linkgate.sign.ins.duration',
    description: 'Time from requesting an emailed link until the link or its one-time code is used',
    bounds: DELAY_BOUNDS,
  },
} as const satisfies Record<string, Histogram>;

export type HistogramName = keyof typeof HISTOGRAMS;

/** A gauge: a current value. */
export interface GaugeMeter {
  readonly name: string;
  readonly description: string;
  readonly label?: { readonly name: string; readonly values: readonly string[] };
}

export const GAUGES = {
  emailsWaiting: {
    name: 'linkgate.emails.waiting',
    description: 'Emails queued on this node',
  },
  deliveriesWaiting: {
    name: 'linkgate.deliveries.waiting',
    description: 'Requests to clients queued on this node',
  },
  tableRows: {
    name: 'linkgate.table.rows',
    description: 'Rows in a table of Linkgate, as estimated by the database',
    label: { name: 'table', values: TABLE_NAMES },
  },
} as const satisfies Record<string, GaugeMeter>;

/** The common shape of all counters. */
export function meter(name: MeterName): Meter {
  return METERS[name];
}
