/** Sessions outlast the tokens, since a token ends with its session. */
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';
import { TOKEN_SECONDS } from '../../probe/lifetimes.ts';

const SESSION_SECONDS = 86_400;

export const SESSION_LIFETIMES: Check = {
  name: 'session-lifetimes',
  proves: 'contract 2.3',
  needs: ['admin'],
  fix: `Realm settings, Sessions: SSO session idle and max at least ${SESSION_SECONDS} s, client session idle and max unset; no client’s own value below ${TOKEN_SECONDS} s`,
  run: async ({ configuration }) => {
    const realm = await configuration.realm();
    const atLeast = (name: keyof typeof realm, least: number, zeroIsUnset: boolean): string[] => {
      const value = Number(realm[name] ?? 0);
      return value >= least || (zeroIsUnset && value === 0) ? [] : [`${name} is ${value} s, under ${least}`];
    };
    expectNone([
      ...atLeast('ssoSessionIdleTimeout', SESSION_SECONDS, false),
      ...atLeast('ssoSessionMaxLifespan', SESSION_SECONDS, false),
      ...atLeast('clientSessionIdleTimeout', SESSION_SECONDS, true),
      ...atLeast('clientSessionMaxLifespan', SESSION_SECONDS, true),
    ]);
    expectOfClients(await configuration.clients(), (client) =>
      ['client.session.idle.timeout', 'client.session.max.lifespan'].flatMap((name) => {
        const value = attributeOf(client, name);
        return value === undefined || Number(value) >= TOKEN_SECONDS ? [] : [`${name} is ${value} s`];
      }),
    );
  },
};
