/** Checks whether users can be invited to a client; called when an invitation is created, sent, opened and accepted. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { checkSignInAllowed, checkUsable, hasRedirectUri, isBuiltIn } from '../../clients/client.ts';
import { landingUrl } from '../../clients/landing.ts';
import { type AdminRejection, adminRejection } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { CLIENT } from '../../realm/settings/table.ts';
import type { InvitationRow } from './invitation.ts';

/** Null for a client that signs users in by links and has a page to redirect them to. */
export function checkInvitable(session: KeycloakSession, client: ClientModel): AdminRejection | null {
  if (isBuiltIn(client.getClientId())) return adminRejection('client_unknown');
  const unusable = checkUsable(client);
  if (unusable !== null)
    return unusable.code === 'client_not_approved' ? unusable.rejection : adminRejection('client_unknown');
  if (checkSignInAllowed(client) !== null || !hasRedirectUri(client))
    return adminRejection('client_without_sign_in');
  if (!readSettings(session, client).hasStep) return adminRejection('client_without_step');
  return landingUrl(session, client, baseUrl(session), '') === null
    ? adminRejection('client_without_home', { attribute: CLIENT.initiateLoginUri.name })
    : null;
}

/** The client of an invitation; null if users can no longer be invited to it. */
export function clientOfInvitation(
  session: KeycloakSession,
  { clientUuid }: InvitationRow,
): ClientModel | null {
  const client = requireRealm(session).getClientById(clientUuid);
  return client !== null && checkInvitable(session, client) === null ? client : null;
}
