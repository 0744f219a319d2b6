/**
 * In a browser that opened a link, replaces the redirect to an app's redirect URI by a page with a button: if the app isn't on that device, the
 * redirect would show nothing. A tab that the app started is on its device, and other programs follow redirects themselves: both get the redirect.
 */
import type { ContainerResponseContext, KeycloakSession } from 'keycloak';
import { isAppAddress } from '../../clients/app-address.ts';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { redirectTarget, replaceByPage } from '../../http/response/replace-response.ts';
import { headerOf } from '../../platform/session/headers.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { note } from '../../sign-in/tabs/notes.ts';

/** An error in the response to a client, in any response mode. */
const ERROR = /[?&#]error=/;

/** Replaces such a redirect by the page. */
export function replaceAppRedirect(session: KeycloakSession, response: ContainerResponseContext): void {
  const address = redirectTarget(response);
  if (address === null || !isAppAddress(address)) return;
  const tab = session.getContext().getAuthenticationSession();
  if (tab === null || note(tab, 'provenBy') !== 'link') return;
  if (!isNavigation(session) || !wantsPage(session)) return;
  const facts = {
    appAddress: address,
    clientName: clientName(session, tab.getClient()),
    signedIn: !ERROR.test(address),
  };
  replaceByPage(response, page(session, 'linkgate-app.ftl', 200, facts));
}

/** Whether a browser declares the request a navigation. */
function isNavigation(session: KeycloakSession): boolean {
  return headerOf(session, 'Sec-Fetch-Mode')?.trim().toLowerCase() === 'navigate';
}
