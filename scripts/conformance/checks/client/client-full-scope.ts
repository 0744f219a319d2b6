/** A client's tokens don't carry all roles of the user who signs in there, and Keycloak's admin API doesn't grant them. */
import type { Check } from '../../probe/check.ts';
import { expectOfClients } from '../../probe/clients.ts';

export const CLIENT_FULL_SCOPE: Check = {
  name: 'client-full-scope',
  proves: 'contract 3.3',
  needs: ['admin'],
  fix: 'the client’s Client scopes tab, its dedicated scope, Scope: full scope allowed off, and only the roles that it needs',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), ({ fullScopeAllowed }) =>
      fullScopeAllowed
        ? ['full scope allowed is on: with an administrator’s token it may do all that they may']
        : [],
    );
  },
};
