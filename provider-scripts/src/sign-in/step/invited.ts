/** The invitation by which a tab was opened where emails contain only a code: the right code accepts it, for its own address alone. */
import type { AuthenticationSessionModel, KeycloakSession } from 'keycloak';
import { findAcceptable } from '../../links/invitation/accept.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { INVITATION_NOTE } from '../tabs/client-notes.ts';

/** An invitation that may still be accepted. */
export interface TabInvitation {
  /** The key of its token. */
  key: string;
  email: string;
}

/** Finds it; null if the tab has none, or it has ended since. */
export function invitationOfTab(
  session: KeycloakSession,
  tab: AuthenticationSessionModel,
): TabInvitation | null {
  const key = tab.getClientNote(INVITATION_NOTE);
  const row = key === null ? null : findAcceptable(session, key, currentTime());
  return key === null || row?.clientUuid !== tab.getClient().getId() ? null : { key, email: row.email };
}
