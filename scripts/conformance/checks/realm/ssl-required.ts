/** There are no passwords, but codes and tokens are sent: other machines must use https. */
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

export const SSL_REQUIRED: Check = {
  name: 'ssl-required',
  proves: 'contract 5',
  needs: ['admin'],
  fix: 'Realm settings, General: require SSL for external requests, or for all',
  run: async ({ configuration }) => {
    const { sslRequired } = await configuration.realm();
    expectThat(sslRequired !== 'none', 'sslRequired is none: other machines may use http');
  },
};
