/** The client gets its code and its state, and the issuer (RFC 9207), at its redirect URI. */
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';

export const REDIRECT: Check = {
  name: 'redirect',
  proves: 'contract 4.3',
  needs: ['inbox'],
  fix: 'the client’s Advanced tab: exclude session state on (check client-responses)',
  run: async (probe) => {
    const { redirect, state } = await probe.signIns.first();
    const { redirect_uri } = probe.client('confidential');
    expectSame('address', redirect.href.slice(0, redirect.href.indexOf('?')), redirect_uri);
    expectSame('parameters', [...redirect.searchParams.keys()].sort(), ['code', 'iss', 'state']);
    expectSame('state', redirect.searchParams.get('state'), state);
    expectSame('iss', redirect.searchParams.get('iss'), probe.target.baseUrl);
  },
};
