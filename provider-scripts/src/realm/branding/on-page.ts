/** What a page tells of the client to which the user signs in: its name, and the way back to it. */
import type { ClientModel, KeycloakSession, LoginFormsProvider } from 'keycloak';
import { toJava } from '../../platform/engine/to-java.ts';
import { clientName } from './client-branding.ts';
import { wayBack } from './way-back.ts';

export function tellOfClient(
  page: LoginFormsProvider,
  session: KeycloakSession,
  client: ClientModel,
): LoginFormsProvider {
  return page
    .setAttribute('clientName', clientName(session, client))
    .setAttribute('wayBack', toJava({ ...wayBack(session, client) }));
}
