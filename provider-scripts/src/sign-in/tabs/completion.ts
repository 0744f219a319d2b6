/** The last question of a sign-in, which Keycloak's protocols ask before they respond to the client, whatever led there. */

import type { AuthenticationSessionModel, KeycloakSession, Response } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { endedPage, hasUnaskedTabEnded } from './ended-tab.ts';

export const COMPLETION = {
  /** Returns the page for a tab that has ended, and rolls back what Keycloak did in it; null for any other. */
  completing(session: KeycloakSession, tab: AuthenticationSessionModel): Response | null {
    const realm = requireRealm(session);
    if (!(isLinkgateRealm(realm) || hasOwnStep(realm)) || !hasUnaskedTabEnded(session, tab)) return null;
    session.getTransactionManager().setRollbackOnly();
    return endedPage(session);
  },
};
