/** The requester of a link that can be approved: stored in the link's row, shown on the page where the link is opened. */
import type { KeycloakSession } from 'keycloak';
import { browserOf } from '../../http/request/browser.ts';
import type { Requester } from '../../links/magic-link/link.ts';
import { requestNetwork } from '../../realm/limits/count.ts';

/** The requester behind this request, in a Keycloak tab. */
export function requesterOf(session: KeycloakSession, tab: string): Requester {
  return { tab, ...browserOf(session), network: requestNetwork(session) };
}
