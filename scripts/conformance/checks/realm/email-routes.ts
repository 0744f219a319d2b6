/** The server's vault gives the secret of each email route. */
import { listEmailRoutes } from '../../../admin/email-routes.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';

export const EMAIL_ROUTES: Check = {
  name: 'email-routes',
  proves: 'contract 6.1',
  realms: 'both',
  needs: ['admin'],
  fix: 'put the secret into the server’s vault under the name that linkgate.email-routes refers to, or correct the setting',
  run: async ({ configuration }) => {
    const routes = await listEmailRoutes(configuration.admin);
    if (routes === undefined) throw new NotApplicable('only with the plugin, in a realm that uses it');
    expectNone(
      routes
        .filter(({ has_secret }) => has_secret === false)
        .map(({ name }) => `the vault doesn’t give the secret of the route ${name}`),
    );
  },
};
