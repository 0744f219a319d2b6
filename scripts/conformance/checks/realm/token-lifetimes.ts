/** Access tokens and codes last as long as the contract says. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';
import { CODE_SECONDS, TOKEN_SECONDS } from '../../probe/lifetimes.ts';

export const TOKEN_LIFETIMES: Check = {
  name: 'token-lifetimes',
  proves: 'contract 8.1',
  needs: ['admin'],
  fix: `Realm settings, Tokens: access token lifespan ${TOKEN_SECONDS} s, client login timeout (accessCodeLifespan) ${CODE_SECONDS} s; no client-specific lifespan`,
  run: async ({ configuration }) => {
    const { accessTokenLifespan, accessCodeLifespan } = await configuration.realm();
    expectNone([
      ...(accessTokenLifespan === TOKEN_SECONDS
        ? []
        : [`accessTokenLifespan is ${accessTokenLifespan} s instead of ${TOKEN_SECONDS}`]),
      ...(accessCodeLifespan === CODE_SECONDS
        ? []
        : [`accessCodeLifespan is ${accessCodeLifespan} s instead of ${CODE_SECONDS}`]),
    ]);
    expectOfClients(await configuration.clients(), (client) => {
      const own = attributeOf(client, 'access.token.lifespan');
      return own === undefined || own === String(TOKEN_SECONDS) ? [] : [`access.token.lifespan is ${own} s`];
    });
  },
};
