/** Reads the realm data that invitations are validated against. */
import type { KeycloakSession } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { smtpSettings } from '../../email/smtp.ts';
import { canSendTo } from '../../email/smtp-properties.ts';
import { adminRejection } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { languagesOf } from '../../realm/language/selector.ts';
import { checkInvitable } from './client.ts';
import type { RealmData } from './invitee.ts';

/** Returns the data of the session's realm, for the validation of one list: each client is looked up once. */
export function realmDataOf(session: KeycloakSession): RealmData {
  const realm = requireRealm(session);
  const settings = smtpSettings(session);
  const languages = languagesOf(realm);
  const clients = new Map<string, ReturnType<RealmData['client']>>();
  return {
    normalise: (email) => {
      const address = normaliseOnServer(email);
      if (address === null) return { wrong: adminRejection('not_an_email_address') };
      return canSendTo(settings, address)
        ? { address }
        : { wrong: adminRejection('recipient_not_supported') };
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

function validateClient(session: KeycloakSession, clientId: string): ReturnType<RealmData['client']> {
  const client = requireRealm(session).getClientByClientId(clientId);
  if (client === null) return { wrong: adminRejection('client_unknown') };
  const wrong = checkInvitable(session, client);
  return wrong === null ? { uuid: client.getId() } : { wrong };
}
