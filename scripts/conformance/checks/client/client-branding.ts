/** Every branding value is one that emails and pages show; others are left out there. */
import { readBranding } from '../../../../provider-scripts/src/branding/branding.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_BRANDING: Check = {
  name: 'client-branding',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'npm run linkgate -- clients branding <client id> with a value in the form named above',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) =>
      readBranding((name) => attributeOf(client, `linkgate.branding.${name}`) ?? null).problems.map(
        ({ text }) => text,
      ),
    );
  },
};
