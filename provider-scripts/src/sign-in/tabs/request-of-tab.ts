/** The authorization request of a tab. */
import type { AuthenticationSessionModel } from 'keycloak';
import type { LinkRequest } from '../../links/magic-link/link.ts';
import { clientNotesOf } from './client-notes.ts';
import { locationOf } from './move-tabs.ts';
import { note } from './notes.ts';

/** Returns it as a link carries it. */
export function requestOf(tab: AuthenticationSessionModel): LinkRequest {
  const referral = note(tab, 'referral');
  return {
    redirectUri: tab.getRedirectUri() ?? '',
    notes: clientNotesOf(tab),
    ...(referral === null ? {} : { referral }),
    requestedBy: locationOf(tab),
  };
}
