/** Sessions outlast the tokens, since a token expires with its session. */
import {
  SESSION_LIFETIMES_RULE,
  TOKEN_SECONDS,
} from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';
import { problemsOfRule } from '../../probe/realm-settings.ts';

export const SESSION_LIFETIMES: Check = {
  name: SESSION_LIFETIMES_RULE.id,
  proves: 'contract 2.3',
  needs: ['admin'],
  fix: SESSION_LIFETIMES_RULE.fix,
  run: async ({ configuration }) => {
    expectNone(await problemsOfRule(SESSION_LIFETIMES_RULE, configuration));
    expectOfClients(await configuration.clients(), (client) =>
      ['client.session.idle.timeout', 'client.session.max.lifespan'].flatMap((name) => {
        const value = attributeOf(client, name);
        return value === undefined || Number(value) >= TOKEN_SECONDS ? [] : [`${name} is ${value} s`];
      }),
    );
  },
};
