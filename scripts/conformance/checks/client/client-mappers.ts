/** Tokens name the subject, the audience and the issuer as the realm and its scopes define them; no client's own mapper changes them. */
import type { Check } from '../../probe/check.ts';
import { byName, CLAIMS_OF_SCOPES, claimOf, IDENTIFYING_CLAIMS } from '../../probe/claims.ts';
import { expectOfClients } from '../../probe/clients.ts';

/** Also claims with a token's permissions. */
const DECISIVE: readonly string[] = [...IDENTIFYING_CLAIMS, 'realm_access', 'resource_access'];

export const CLIENT_MAPPERS: Check = {
  name: 'client-mappers',
  proves: 'contract 2.10',
  needs: ['admin'],
  fix: 'the client’s Client scopes tab, its dedicated scope, Mappers: delete the named one; claims about users belong to scopes',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), ({ protocolMappers = [] }) =>
      protocolMappers.toSorted(byName).flatMap((mapper) => {
        const { claim, first } = claimOf(mapper);
        if (DECISIVE.includes(first)) return [`its mapper ${mapper.name} sets ${claim}`];
        return CLAIMS_OF_SCOPES.includes(first)
          ? [`its mapper ${mapper.name} sets ${claim}, without the user's consent`]
          : [];
      }),
    );
  },
};
