/**
 * Redirects an unusable link in the browser that it, or another link of the same user and client, has signed in: no new link is needed
 * there.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { seeOther } from '../../http/response/responses.ts';
import { liveSession, tabProvenFor } from '../../sign-in/tabs/link-session.ts';
import { note } from '../../sign-in/tabs/notes.ts';
import { flowUrl } from '../../sign-in/tabs/run-flow.ts';
import { destinationOf } from './destination.ts';
import type { FoundLink } from './known.ts';

/** Returns a redirect to the current step of the sign-in, `signed-in` if it is complete, or null in any other browser. */
export function redirectIfSignedIn(
  session: KeycloakSession,
  { row, client }: FoundLink,
): Response | 'signed-in' | null {
  const tab = tabProvenFor(session, client, row.email);
  if (tab !== null) {
    // A proof that is pending for the client's own request has no page.
    const destination = note(tab, 'pendingProof') === null ? null : destinationOf(session, row, client);
    return seeOther(destination || String(flowUrl(session, tab)));
  }
  const user = liveSession(session)?.getUser() ?? null;
  return user !== null && hasAddress(user, row.email) ? 'signed-in' : null;
}
