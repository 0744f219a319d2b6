/** What the consent page says beside Keycloak's list of scopes: as whom, to whom, for how long; and its way to another account. */
import type { AuthenticationSessionModel, ClientModel, KeycloakSession, Response } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { isAppAddress, isLoopbackAddress } from '../../clients/app-address.ts';
import { namesByConsentText } from '../../clients/consent-text.ts';
import { stayDaysOf } from '../../clients/refresh-tokens-of.ts';
import { ownHosts } from '../../clients/self-described.ts';
import type { Parameters } from '../../http/request/parameters.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { askForAccount } from '../../sign-in/tabs/prompts.ts';
import { restartRequest } from '../../sign-in/tabs/restart.ts';

/** The name of the button that leads to another account. */
const OTHER_ACCOUNT = 'other-account';

/** The page's attributes; `tab` is null if this browser has no such tab, and thus no such page. */
export function consentFacts(
  client: ClientModel,
  tab: AuthenticationSessionModel | null,
): Record<string, unknown> {
  const redirectUri = tab?.getRedirectUri() ?? '';
  const hosts = ownHosts(client, redirectUri);
  return {
    scopeNames: namesByConsentText(client),
    consentAccount: accountOf(tab),
    ownHosts: toJava(hosts === null ? null : { ...hosts }),
    endsOnDevice: isLoopbackAddress(redirectUri) || isAppAddress(redirectUri),
    stayDays: toJava(stayDaysOf(client)),
  };
}

/**
 * Whom it names: a link of someone else, opened in this browser, signs it in to their account. Keycloak redirects to the page, so that the tab
 * has its user by then.
 */
function accountOf(tab: AuthenticationSessionModel | null): string {
  const user = tab === null ? null : tab.getAuthenticatedUser();
  return user === null ? '' : (shownAddress(user) ?? user.getUsername() ?? '');
}

/**
 * The response to the page's form if the user wants another account; null for an answer. Keycloak takes any form that doesn't cancel for a
 * consent.
 */
export function respondToOtherAccount(
  session: KeycloakSession,
  tab: AuthenticationSessionModel | null,
  form: Parameters | null,
): Response | null {
  return tab === null || form === null || !Object.hasOwn(form, OTHER_ACCOUNT)
    ? null
    : restartRequest(session, tab, askForAccount);
}
