/** Confidential clients authenticate with their secret, which is a real one. */
import type { Check } from '../../probe/check.ts';
import { expectOfClients } from '../../probe/clients.ts';

export const CLIENT_AUTHENTICATION: Check = {
  name: 'client-authentication',
  proves: 'contract 5',
  needs: ['admin'],
  fix: 'the client’s Credentials tab: Client Id and Secret; a new secret with npm run linkgate -- clients rotate-secret <client id> --apply',
  run: async ({ configuration }) => {
    const confidential = (await configuration.clients()).filter(({ publicClient }) => !publicClient);
    expectOfClients(confidential, ({ clientAuthenticatorType = 'client-secret', secret }) => [
      ...(clientAuthenticatorType === 'client-secret'
        ? []
        : [`authenticates with ${clientAuthenticatorType}`]),
      ...(secret?.startsWith('${')
        ? ['its secret is the name of a variable that was not set during the import']
        : []),
    ]);
  },
};
