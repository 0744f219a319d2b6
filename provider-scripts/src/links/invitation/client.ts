/** Checks whether users can be invited to a client; called when an invitation is created, sent, opened and accepted. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkSignInAllowed, checkUsable, hasRedirectUri, isBuiltIn } from '../../clients/client.ts';
import { landingUrl } from '../../clients/landing.ts';
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { entryOfClient, rejectPolicyChoice } from '../../realm/flow/client-entry.ts';
import { rejectWithoutCookie } from '../../realm/flow/entry.ts';
import { NO_STEP, type Settings } from '../../realm/flow/parse.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import type { InvitationRow } from './invitation.ts';

/** Null for a client that signs users in by links and has a page to redirect them to. */
export function checkInvitable(session: KeycloakSession, client: ClientModel): AdminRejection | null {
  const rejection = isLinkgateRealm(requireRealm(session))
    ? checkInLinkgateRealm(session, client)
    : checkInStockRealm(session, client);
  if (rejection !== null) return rejection;
  return landingUrl(session, client, baseUrl(session), '') === null
    ? adminRejection('client_without_home', { attribute: CLIENT.initiateLoginUri.name })
    : null;
}

function checkInLinkgateRealm(session: KeycloakSession, client: ClientModel): AdminRejection | null {
  if (isBuiltIn(client.getClientId())) return adminRejection('client_unknown');
  const unusable = checkUsable(client);
  if (unusable !== null)
    return unusable.code === 'client_not_approved' ? unusable.rejection : adminRejection('client_unknown');
  if (checkSignInAllowed(client) !== null || !hasRedirectUri(client))
    return adminRejection('client_without_sign_in');
  return readSettings(session, client).hasStep ? null : adminRejection('client_without_step');
}

/** By Keycloak's own rules: the user enters the client's flow by its step, and ends at its page with a session. */
function checkInStockRealm(session: KeycloakSession, client: ClientModel): AdminRejection | null {
  if (!client.isEnabled() || client.isBearerOnly()) return adminRejection('client_unknown');
  const signsIn = [null, 'openid-connect'].includes(client.getProtocol()) && hasRedirectUri(client);
  if (!signsIn || checkSignInAllowed(client) !== null) return adminRejection('client_without_sign_in');
  const choice = rejectPolicyChoice(session, client);
  if (choice !== null) return choice;
  const entry = entryOfClient(session, client);
  return entry === null ? adminRejection('client_without_step') : rejectWithoutCookie(entry.flow);
}

/** The settings in force for a client's invited users: those of the step that they come to. */
export function settingsForInvited(session: KeycloakSession, client: ClientModel | null): Settings {
  if (isLinkgateRealm(requireRealm(session))) return readSettings(session, client);
  return (client === null ? null : entryOfClient(session, client)?.step.settings) ?? NO_STEP;
}

/** The client of an invitation; null if users can no longer be invited to it. */
export function clientOfInvitation(
  session: KeycloakSession,
  { clientUuid }: InvitationRow,
): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  return client !== null && checkInvitable(session, client) === null ? client : null;
}
