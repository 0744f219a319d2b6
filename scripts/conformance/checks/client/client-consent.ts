/** Consent follows the first sign-in at every client, except at those of which an administrator has decided that they are first-party. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { ADMIN_PAGES_CLIENT } from '../../../../provider-scripts/src/platform/keycloak/resources.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_CONSENT: Check = {
  name: 'client-consent',
  proves: 'contract 3.2',
  needs: ['admin'],
  fix: 'the client’s Settings tab, Login settings: consent required on, display client on screen on',
  run: async ({ configuration }) => {
    const clients = await configuration.signInClients();
    expectOfClients(clients, (client) => [
      ...(!client.consentRequired && isSelfRegistered(client)
        ? ['consent required is off, though it registered itself']
        : []),
      ...(attributeOf(client, 'display.on.consent.screen') === 'true'
        ? []
        : ['display.on.consent.screen is not true: a request for openid alone passes without consent']),
    ]);
    const firstParty = clients.filter((client) => !client.consentRequired && !isOfAdministrators(client));
    return firstParty.length === 0
      ? undefined
      : `without consent, as first-party clients: ${firstParty
          .map(({ clientId }) => clientId)
          .sort()
          .join(', ')}`;
  },
};

function isSelfRegistered(client: ClientRepresentation): boolean {
  return attributeOf(client, CLIENT.registeredAt.name) !== undefined;
}

/** The administrators' pages are the server's own. */
function isOfAdministrators({ clientId }: ClientRepresentation): boolean {
  return clientId === ADMIN_PAGES_CLIENT;
}
