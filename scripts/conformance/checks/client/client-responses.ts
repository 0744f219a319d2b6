/** The redirect to the client has code, state and issuer only. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_RESPONSES: Check = {
  name: 'client-responses',
  proves: 'contract 4.3',
  needs: ['admin'],
  fix: 'the client’s Advanced tab, OpenID Connect Compatibility Modes: exclude session state on, exclude issuer off',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.signInClients(), (client) => [
      ...(attributeOf(client, 'exclude.session.state.from.auth.response') === 'true'
        ? []
        : ['session_state is sent to the redirect URI']),
      ...(attributeOf(client, 'exclude.issuer.from.auth.response') === 'true' ? ['iss is left out'] : []),
    ]);
  },
};
