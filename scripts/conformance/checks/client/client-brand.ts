/** Every brand value is one that mails and pages show; others are left out there. */
import { readBrand } from '../../../../provider-scripts/src/branding/brand.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';

export const CLIENT_BRAND: Check = {
  name: 'client-brand',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'npm run linkgate -- clients brand <client id> with a value in the form named above',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) =>
      readBrand((name) => attributeOf(client, `linkgate.brand.${name}`) ?? null).problems.map(
        ({ text }) => text,
      ),
    );
  },
};
