/** Access tokens and codes last as long as the contract says. */
import {
  TOKEN_LIFETIMES_RULE,
  TOKEN_SECONDS,
} from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const TOKEN_LIFETIMES: Check = {
  name: TOKEN_LIFETIMES_RULE.id,
  proves: 'contract 8.1',
  needs: ['admin'],
  fix: TOKEN_LIFETIMES_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(TOKEN_LIFETIMES_RULE, configuration));
    expectOfClients(await configuration.clients(), (client) => {
      const own = attributeOf(client, 'access.token.lifespan');
      return own === undefined || own === String(TOKEN_SECONDS) ? [] : [`access.token.lifespan is ${own} s`];
    });
  },
};
