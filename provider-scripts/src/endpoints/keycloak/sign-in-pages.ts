/** The pages of a sign-in that Keycloak serves: adds the client's branding; rejects clients that are no longer approved. */

import type {
  AuthenticationSessionModel,
  ClientModel,
  ContainerRequestContext,
  KeycloakSession,
  Response,
} from 'keycloak';
import { isApproved, isDisabledOrDeleted } from '../../clients/client.ts';
import { rejectOverLimit } from '../../http/pages/over-limit.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import type { Guard } from '../../http/request/guard.ts';
import { emit } from '../../observability/events/emit.ts';
import { problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { clientName, pageBranding } from '../../realm/branding/client-branding.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { tabBeginsWithLinkgate } from '../../sign-in/provider/first-flow.ts';
import { respondToUnprovenAction } from '../../sign-in/tabs/best-proof.ts';
import { respondToEndedTab } from '../../sign-in/tabs/ended-tab.ts';
import { restoreFromRequest } from '../../sign-in/tabs/notes.ts';
import { requestedTab, respondToStaleTab } from '../../sign-in/tabs/stale-tab.ts';
import { rejectActionLink } from './action-link.ts';
import { consentFacts, respondToOtherAccount } from './consent-page.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');

/** Additional checks of some pages, for a usable client; `tab` is null if this browser has no such tab. */
type MoreChecks = (
  session: KeycloakSession,
  client: ClientModel,
  tab: AuthenticationSessionModel | null,
) => Response | null;

/** Any page. */
export const guardSignInPage: Guard = (session, request) => guardPage(session, request, () => null);

/** A page that belongs to a tab. */
export const guardTabPage: Guard = (session, request) => guardPage(session, request, respondToStaleTab);

/** The consent page's form. */
export const guardConsent: Guard = (session, request, form) =>
  guardPage(
    session,
    request,
    (_, client, tab) => respondToOtherAccount(session, tab, form) ?? respondToStaleTab(session, client, tab),
  );

/** The page or form of a required action. */
export const guardRequiredAction: Guard = (session, request) =>
  guardPage(
    session,
    request,
    (_, client, tab) =>
      (tab === null ? null : respondToUnprovenAction(session, tab)) ??
      respondToStaleTab(session, client, tab),
  );

/** A page that creates accounts. */
export const guardAccountPage: Guard = (session, request) => guardPage(session, request, rejectClosedSignUp);

/** The pages of the first sign-in through an identity provider: Linkgate's step there has the sign-up gate; Keycloak's own steps create accounts without. */
export const guardFirstSignIn: Guard = (session, request) =>
  guardPage(session, request, (_, client, tab) =>
    tab !== null && tabBeginsWithLinkgate(session, tab) ? null : rejectClosedSignUp(session, client),
  );

function guardPage(
  session: KeycloakSession,
  request: ContainerRequestContext,
  moreChecks: MoreChecks,
): Response | null {
  const clientId = queryParameter(session, 'client_id');
  const client = clientId === null ? null : requireRealm(session).getClientByClientId(clientId);
  const tab = client === null ? null : requestedTab(session, client);
  // Without a tab Keycloak may start a sign-in, as for a request to `/auth`. Submitted forms are already counted.
  const isUncounted = tab === null && request.getMethod() !== 'POST';
  const excess = isUncounted ? rejectOverLimit(session, 'general', 'protocol') : null;
  if (excess !== null) return excess;
  const actionLink = rejectActionLink(session);
  if (actionLink !== null || clientId === null) return actionLink;
  // Without a tab Keycloak would reveal which clients exist, and may redirect a signed-in user to any of them.
  if (client === null || (tab === null && isDisabledOrDeleted(client)))
    return rejectByPage(session, problem('invalid_client'));
  if (!isApproved(client)) return rejectByPage(session, problem('client_not_approved'));
  // The forms provider uses the client that the context has when the provider is first obtained.
  session.getContext().setClient(client);
  const forms = session.getProvider(LoginFormsProvider.class);
  const facts = {
    branding: pageBranding(session, client),
    clientName: clientName(session, client),
    ...consentFacts(client, tab),
  };
  for (const [name, value] of Object.entries(facts)) forms.setAttribute(name, value as never);
  if (tab !== null) restoreFromRequest(tab);
  const ended = tab === null ? null : respondToEndedTab(session, tab);
  return ended ?? moreChecks(session, client, tab);
}

/** The rejection, or null while sign-up is open. */
function rejectClosedSignUp(session: KeycloakSession, client: ClientModel): Response | null {
  if (readSettings(session, client).signUp === 'open') return null;
  const wrong = problem('referral_required');
  emit(session, 'referral_rejected', { error: wrong.code, reason: 'made without a link' });
  return rejectByPage(session, wrong);
}
