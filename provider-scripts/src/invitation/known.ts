/** What a realm knows that invitations are validated against. */
import type { KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../address/idn.ts';
import { checkSignInAllowed, existingClient, isApproved, isBuiltIn } from '../client/client.ts';
import { INITIATE_LOGIN_ATTRIBUTE } from '../client/initiate-login.ts';
import { landingUrl } from '../client/landing.ts';
import { adminRejection } from '../errors/problem.ts';
import { baseUrl } from '../keycloak/base-url.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { languagesOf } from '../language/selector.ts';
import { smtpSettings } from '../mail/smtp.ts';
import { canSendTo } from '../mail/smtp-properties.ts';
import { readSettings } from '../settings/read.ts';
import type { Known } from './invitee.ts';

/** Of the session's realm, for as long as one list is validated: each client is looked up once. */
export function knownOf(session: KeycloakSession): Known {
  const realm = requireRealm(session);
  const settings = smtpSettings(session);
  const languages = languagesOf(realm);
  const clients = new Map<string, ReturnType<Known['client']>>();
  return {
    normalise: (email) => {
      const address = normaliseOnServer(email);
      return address !== null && canSendTo(settings, address) ? address : null;
    },
    languages: languages.length > 0 ? languages : [realm.getDefaultLocale() ?? 'en'],
    client: (clientId) => {
      const known = clients.get(clientId);
      if (known !== undefined) return known;
      const found = validateClient(session, clientId);
      clients.set(clientId, found);
      return found;
    },
  };
}

/** The client that people are invited to: one that signs people in, and has a page of its own to lead them to. */
function validateClient(session: KeycloakSession, clientId: string): ReturnType<Known['client']> {
  const client = isBuiltIn(clientId) ? null : existingClient(requireRealm(session), clientId);
  if (client === null) return { wrong: adminRejection('client_unknown') };
  if (!isApproved(client)) return { wrong: adminRejection('client_not_approved') };
  if (checkSignInAllowed(client) !== null) return { wrong: adminRejection('client_without_sign_in') };
  if (!readSettings(session, client).hasStep) return { wrong: adminRejection('client_without_step') };
  if (landingUrl(session, client, baseUrl(session), '') !== null) return { uuid: client.getId() };
  return { wrong: adminRejection('client_without_home', { attribute: INITIATE_LOGIN_ATTRIBUTE }) };
}
