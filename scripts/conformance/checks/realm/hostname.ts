/** Addresses come from the configuration and not from the request's Host header. */
import { HOSTNAME_FIX, hasFixedHostname } from '../../../admin/hostname.ts';
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

export const HOSTNAME: Check = {
  name: 'hostname',
  proves: 'contract 2.1',
  realms: 'both',
  fix: HOSTNAME_FIX,
  run: async ({ target }) => {
    expectThat(
      await hasFixedHostname(target.baseUrl),
      'the discovery document has the host or port that the request named',
    );
  },
};
