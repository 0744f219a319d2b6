/** The last question of a sign-in, which Keycloak's protocols ask before they respond to the client, whatever led there. */

import type { AuthenticationSessionModel, KeycloakSession, Response } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { LANDING_NOTE, landingUrl } from '../../clients/landing.ts';
import { seeOther } from '../../http/response/responses.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { endedPage, hasUnaskedTabEnded } from './ended-tab.ts';

export const COMPLETION = {
  /**
   * Returns the page for a tab that has ended, and rolls back what Keycloak did in it; or where the sign-in of a link without a request of the
   * client's own ends. Null for any other.
   */
  completing(session: KeycloakSession, tab: AuthenticationSessionModel): Response | null {
    const realm = requireRealm(session);
    if (!(isLinkgateRealm(realm) || hasOwnStep(realm))) return null;
    if (!hasUnaskedTabEnded(session, tab)) return landingOf(session, tab);
    session.getTransactionManager().setRollbackOnly();
    return endedPage(session);
  },
};

/** The client's own start or home page, if the tab's link leads there: its user now has a session, and gets no authorization code. */
function landingOf(session: KeycloakSession, tab: AuthenticationSessionModel): Response | null {
  if (tab.getClientNote(LANDING_NOTE) !== 'true') return null;
  const client = tab.getClient();
  const user = tab.getAuthenticatedUser();
  const url = landingUrl(session, client, baseUrl(session), user === null ? '' : (shownName(user) ?? ''));
  return url === null ? endedPage(session) : seeOther(url);
}
