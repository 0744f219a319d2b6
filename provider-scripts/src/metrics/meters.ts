/**
 * The closed table of Linkgate's meters, shown at `/metrics` when Keycloak's metrics are on. A label has a few known values and never
 * says who: no address, no account, no client. Nor is there the name of a realm; Keycloak's own event metrics have it.
 */
import { REFUSALS } from '../errors/link-refusals.ts';

/**
 * What is limited: the rate policies, links requested by backends, invitations, guesses at codes and at the digits of hand-offs by address, by IP and in
 * total, and the polls of waiting tabs.
 */
const LIMITS = [
  'link-email',
  'link-ip',
  'link-backend',
  'invitations',
  'link-code',
  'link-code-ip',
  'hand-off-email',
  'hand-off-network',
  'hand-off-realm',
  'referral-ip',
  'general',
  'session',
  'sign-in-state',
] as const;
export type LimitName = (typeof LIMITS)[number];

/** A counter. Prometheus shows `linkgate.links.sent` as `linkgate_links_sent_total`. */
export interface Meter {
  readonly name: string;
  readonly description: string;
  /** The one label, with all the values that it can have. */
  readonly label?: { readonly name: string; readonly values: readonly string[] };
  /** What it is called in the statistics of a realm, by its label; left out where it isn't there. */
  readonly statistic?: string;
}

/** By the name that `count` takes. */
export const METERS = {
  linkSent: { name: 'linkgate.links.sent', description: 'Links whose mail was handed to the mail server' },
  linkRefused: {
    name: 'linkgate.links.refused',
    description: 'Links that were opened but refused',
    label: { name: 'reason', values: [...REFUSALS, 'referral'] },
    statistic: 'links_refused',
  },
  mailFailed: {
    name: 'linkgate.mails.failed',
    description: 'Link mails that were not sent',
    label: { name: 'outcome', values: ['failed', 'late', 'busy'] },
    statistic: 'mails_failed',
  },
  handOff: {
    name: 'linkgate.handoffs',
    description: 'What became of links that are handed over to the requesting browser',
    label: { name: 'outcome', values: ['handed', 'wrong', 'claimed', 'undone', 'paused'] },
  },
  invitation: {
    name: 'linkgate.invitations',
    description: 'What became of invitations; a mail may have left where that is uncertain',
    label: { name: 'outcome', values: ['sent', 'uncertain', 'failed', 'accepted', 'withdrawn', 'opted_out'] },
  },
  limitHit: {
    name: 'linkgate.limits.hit',
    description: 'Requests refused by a limit',
    label: { name: 'policy', values: LIMITS },
    statistic: 'limits_hit',
  },
} as const satisfies Record<string, Meter>;

export type MeterName = keyof typeof METERS;

/** The common shape of all meters. */
export function meter(name: MeterName): Meter {
  return METERS[name];
}
