/** The sign-in step's settings are understood, and links last as long as the contract says. */
import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/ids.ts';
import { LINK_LIFETIME_SECONDS } from '../../../provider-scripts/src/settings/declared.ts';
import { parseSettings } from '../../../provider-scripts/src/settings/parse.ts';
import type { Check } from '../check.ts';
import { expectNone } from '../fault.ts';
import { executionsOf } from '../flows.ts';

export const LINK_SETTINGS: Check = {
  name: 'link-settings',
  proves: 'contract 2.6',
  needs: ['admin'],
  mend: 'correct the settings of the step "Linkgate: magic link" in the bound flow',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const executions = await executionsOf(configuration, (await configuration.realm()).browserFlow ?? '');
    const id = executions.find(({ providerId }) => providerId === EMAIL_AUTHENTICATOR)?.authenticationConfig;
    const { config = {} } = id ? await client.authenticationManagement.getConfig({ realm, id }) : {};
    const problems: string[] = [];
    const settings = parseSettings(
      (name) => config[name] ?? null,
      (line) => problems.push(line),
    );
    if (settings.linkLifetimeSeconds !== LINK_LIFETIME_SECONDS.default)
      problems.push(
        `links last ${settings.linkLifetimeSeconds} s instead of ${LINK_LIFETIME_SECONDS.default}`,
      );
    expectNone(problems);
  },
};
