/** The scopes release the contract's claims to userinfo. */
import {
  EMAIL_VERIFIED_MAPPER,
  NAME_MAPPER,
} from '../../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** What each scope releases: a claim by its name, or the provider that makes it. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  basic: ['oidc-sub-mapper'],
  profile: [NAME_MAPPER, 'preferred_username', 'picture'],
  email: ['email', 'email_verified'],
  address: ['oidc-address-mapper'],
};

export const SCOPE_CLAIMS: Check = {
  name: 'scope-claims',
  proves: 'contract 2.4',
  needs: ['admin'],
  fix: 'Client scopes, the scope, Mappers: add what is missing according to realm-config/scopes.json, or run npm run linkgate -- seed --apply',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const scopes = await client.clientScopes.find({ realm });
    expectNone(
      Object.entries(RELEASES).flatMap(([name, wanted]) => {
        const scope = scopes.find((found) => found.name === name);
        if (!scope) return [`there is no client scope ${name}`];
        const released = (scope.protocolMappers ?? []).flatMap(({ protocolMapper, config }) => [
          protocolMapper,
          protocolMapper === EMAIL_VERIFIED_MAPPER ? 'email_verified' : undefined,
          config?.['userinfo.token.claim'] === 'true'
            ? (config['claim.name'] as string | undefined)
            : undefined,
        ]);
        return wanted
          .filter((claim) => !released.includes(claim))
          .map((claim) => `client scope ${name}: has no mapper for ${claim}`);
      }),
    );
  },
};
