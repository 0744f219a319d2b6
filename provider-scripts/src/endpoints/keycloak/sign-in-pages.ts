/** The pages of a sign-in that Keycloak serves: they get the client's brand; those of a client that is no longer approved end. */
import type {
  AuthenticationSessionModel,
  ClientModel,
  ContainerRequestContext,
  KeycloakSession,
  Response,
} from 'keycloak';
import { clientBrand, clientName } from '../../branding/client-brand.ts';
import { isApproved, isGone } from '../../client/client.ts';
import { toJava } from '../../engine/to-java.ts';
import { problem } from '../../errors/problem.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { refuseByPage } from '../../pages/refuse-by-page.ts';
import { refuseExcess } from '../../rate-limit/excess.ts';
import type { Guard } from '../../request/guard.ts';
import { answerEndedTab } from '../../tabs/ended-tab.ts';
import { restoreFromRequest } from '../../tabs/notes.ts';
import { answerLeftTab, tabAskedFor } from '../../tabs/stale-tab.ts';
import { refuseActionLink } from './action-link.ts';
import { refuseOtherPaths } from './other-paths.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');

/** What else is asked at some pages, of a client that may be used; `tab` is null where this browser has no such tab. */
type Further = (
  session: KeycloakSession,
  request: ContainerRequestContext,
  client: ClientModel,
  tab: AuthenticationSessionModel | null,
) => Response | null;

/** Any page. */
export const guardSignInPage: Guard = (session, request) => guardPage(session, request, () => null);

/** A page that belongs to a tab. */
export const guardTabPage: Guard = (session, request) => guardPage(session, request, answerLeftTab);

/** A page that makes accounts. */
export const guardAccountPage: Guard = (session, request) => guardPage(session, request, refuseOtherPaths);

function guardPage(
  session: KeycloakSession,
  request: ContainerRequestContext,
  further: Further,
): Response | null {
  const clientId = request.getUriInfo().getQueryParameters().getFirst('client_id');
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  const tab = client === null ? null : tabAskedFor(session, request, client);
  // Without a tab Keycloak may start a sign-in, as for a request to `/auth`. Submitted forms are already counted.
  const isUncounted = tab === null && request.getMethod() !== 'POST';
  const excess = isUncounted ? refuseExcess(session, 'general', 'protocol') : null;
  if (excess !== null) return excess;
  const actionLink = refuseActionLink(session, request);
  if (actionLink !== null || clientId === null) return actionLink;
  // Without a tab Keycloak would tell the ones from the others, and may send who is signed in to any of them.
  if (client === null || (tab === null && isGone(client)))
    return refuseByPage(session, problem('invalid_client'));
  if (!isApproved(client)) return refuseByPage(session, problem('client_not_approved'));
  // The forms keep the client that the context has when they are first obtained.
  session.getContext().setClient(client);
  session
    .getProvider(LoginFormsProvider.class)
    .setAttribute('brand', toJava({ ...clientBrand(client) }))
    .setAttribute('clientName', clientName(session, client));
  if (tab !== null) restoreFromRequest(tab);
  const ended = tab === null ? null : answerEndedTab(session, tab);
  return ended ?? further(session, request, client, tab);
}
