/** The plugin's tables can be read. */
import { listReferrals } from '../../../admin/referrals.ts';
import type { Check } from '../../probe/check.ts';

export const PLUGIN_TABLES: Check = {
  name: 'plugin-tables',
  proves: 'contract 1',
  needs: ['admin'],
  fix: 'the tables are created when the server starts with the JAR: look for "linkgate-changelog" in its log; the realm must be enabled, too (check linkgate-enabled), and the credentials must have view-realm',
  run: async ({ configuration }) => {
    await listReferrals(configuration.admin);
  },
};
