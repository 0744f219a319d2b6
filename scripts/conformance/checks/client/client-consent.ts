/** Consent follows the first sign-in at every client. */
import { ADMIN_PAGES_CLIENT } from '../../../../provider-scripts/src/ids.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_CONSENT: Check = {
  name: 'client-consent',
  proves: 'contract 3.2',
  needs: ['admin'],
  fix: 'the client’s Settings tab, Login settings: consent required on, display client on screen on',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.signInClients(), (client) => [
      // The administrators' pages are the server's own.
      ...(client.consentRequired || client.clientId === ADMIN_PAGES_CLIENT
        ? []
        : ['consent required is off']),
      ...(attributeOf(client, 'display.on.consent.screen') === 'true'
        ? []
        : ['display.on.consent.screen is not true: a request for openid alone passes without consent']),
    ]);
  },
};
