/** Every branding value, of clients and the realm, is one that emails and pages show; others are left out there. */

import { readBranding } from '../../../../provider-scripts/src/realm/branding/branding.ts';
import { BRANDING_PREFIX } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { attributeOf, expectOfClients } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';

export const CLIENT_BRANDING: Check = {
  name: 'client-branding',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'npm run linkgate -- clients branding <client id> --apply with a value in the form named above; for the realm, Branding on Linkgate’s pages',
  run: async ({ configuration }) => {
    expectOfClients(await configuration.clients(), (client) =>
      readBranding((name) => attributeOf(client, BRANDING_PREFIX + name) ?? null).problems.map(
        ({ text }) => text,
      ),
    );
    const { attributes = {} } = await configuration.realm();
    const { problems } = readBranding((name) => attributes[BRANDING_PREFIX + name] ?? null);
    expectNone(problems.map(({ text }) => `realm: ${text}`));
  },
};
