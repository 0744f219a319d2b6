/** The link's token is bound to the request it was created for. */

import { decodeJwt } from 'jose';
import { LINK_LIFETIME_SECONDS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { settingsFor } from '../../probe/settings.ts';

export const LINK_TOKEN: Check = {
  name: 'link-token',
  proves: 'contract 2.6',
  needs: ['inbox'],
  fix: 'the setting Link lifetime of the step "Linkgate: magic link", or the client’s own (check link-settings)',
  run: async (probe) => {
    const { link, email, state, nonce } = await probe.signIns.first();
    const { client_id, redirect_uri } = probe.client('confidential');
    const claims = decodeJwt(new URL(link).searchParams.get('token') ?? '');
    const { email: to, client_id: client, redirect_uri: uri, state: kept, nonce: once } = claims;
    expectSame('claims', [to, client, uri, kept, once], [email, client_id, redirect_uri, state, nonce]);
    expectThat(typeof claims.jti === 'string', 'there is no jti');
    const seconds = (claims.exp ?? 0) - (claims.iat ?? 0);
    const { admin } = probe.target;
    if (admin)
      expectSame(
        'exp less iat',
        seconds,
        (await settingsFor(probe.configuration, client_id)).linkLifetimeSeconds,
      );
    const { min, max } = LINK_LIFETIME_SECONDS;
    expectThat(seconds >= min && seconds <= max, `exp less iat: ${seconds} instead of ${min} to ${max}`);
  },
};
