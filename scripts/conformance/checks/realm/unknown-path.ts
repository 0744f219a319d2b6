/** An address below a Linkgate endpoint that doesn't exist is 404 with an error that programs can read. */
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

export const UNKNOWN_PATH: Check = {
  name: 'unknown-path',
  proves: 'contract 7.3',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const { status, json } = await probe.get('/request-magic-link/nowhere');
    expectThat(status === 404 && typeof json?.error === 'string', `it returns ${status}`);
  },
};
