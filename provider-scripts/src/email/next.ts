/**
 * What becomes of an email after an attempt on one of its realm's routes: only the server's fault, and only before anything of the email was sent,
 * leads to the next route. So no address gets one email twice.
 */
import type { EmailRoute } from '../realm/settings/email-routes.ts';
import type { Attempt } from './outcome.ts';

/**
 * The fate of an email in an attempt. `accepted`; `recipient`: rejected for its recipient; `refused`: rejected with its content; `fault`: certainly not
 * accepted, for another reason; `busy`: not even tried; `unknown`: it may be on its way.
 */
export type Fate = 'accepted' | 'recipient' | 'refused' | 'fault' | 'busy' | 'unknown';

/** Whether the next route is tried. */
export function leadsOn(fate: Fate): boolean {
  return fate === 'fault' || fate === 'busy';
}

/** Whether the server did its part; null if that isn't known, as it wasn't tried. */
export function worked(fate: Fate): boolean | null {
  return fate === 'busy' ? null : fate !== 'fault' && fate !== 'unknown';
}

/** The fate of an email at a mail server ; at a recipient, 421 alone is about the server (RFC 5321, section 3.8). */
export function fateOnServer({ outcome, response, begun }: Attempt): Fate {
  if (outcome === 'sent') return 'accepted';
  if (outcome === 'busy') return 'busy';
  if (begun) return outcome === 'late' ? 'unknown' : 'refused';
  return /^RCPT [45]/.test(response) && !response.startsWith('RCPT 421') ? 'recipient' : 'fault';
}

/** How long an attempt may take: an equal part of what is left, so that the last route has one, too. */
export function budgetMillis(leftMillis: number, routesLeft: number): number {
  return Math.max(0, Math.floor(leftMillis / Math.max(1, routesLeft)));
}

/** The routes in the order in which they are tried: the preferred one first, if there is one of this name. */
export function inOrder<R extends { readonly route: EmailRoute }>(
  routes: readonly R[],
  preferred: string,
): readonly R[] {
  const first = routes.filter(({ route }) => route.name === preferred);
  return first.length === 0 ? routes : [...first, ...routes.filter(({ route }) => route.name !== preferred)];
}
