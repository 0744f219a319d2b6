/** Where a link claims unverified accounts, none has credentials or identity provider links that it would remove. */
import type { Check } from '../../probe/check.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';
import { readSteps } from '../../probe/step-flows.ts';

/** How many users are examined, and how many are named. */
const MAX_EXAMINED = 200;
const MAX_NAMED = 5;

export const UNVERIFIED_ACCOUNTS: Check = {
  name: 'unverified-accounts',
  proves: 'contract 3.4, 10',
  realms: 'step',
  needs: ['admin'],
  fix: 'mark the addresses that you know to be the users’ own as verified (Users), or set unverified to reject in the step',
  run: async ({ configuration }) => {
    const claiming = (await readSteps(configuration)).filter(
      ({ settings }) => settings.unverified === 'claim',
    );
    if (claiming.length === 0) throw new NotApplicable('no step claims unverified accounts');
    const { client, realm } = configuration.admin;
    const users = await client.users.find({ realm, emailVerified: false, enabled: true, max: MAX_EXAMINED });
    const losing: string[] = [];
    for (const { id = '', email, username = id } of users) {
      if (!email) continue;
      const [credentials, identities] = [
        await client.users.getCredentials({ realm, id }),
        await client.users.listFederatedIdentities({ realm, id }),
      ];
      if (credentials.length + identities.length > 0) losing.push(username);
    }
    const flows = [...new Set(claiming.map(({ alias }) => alias))].join(', ');
    const named = losing.slice(0, MAX_NAMED).join(', ');
    const more = losing.length > MAX_NAMED || users.length === MAX_EXAMINED ? ' and others' : '';
    expectNone(
      losing.length === 0
        ? []
        : [
            `flow ${flows}: the first link of ${losing.length} unverified users removes their credentials and identity provider links: ${named}${more}`,
          ],
    );
    return undefined;
  },
};
