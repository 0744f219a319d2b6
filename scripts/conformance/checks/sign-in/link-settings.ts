/**
 * The sign-in step's settings, the realm's and those of single clients, are values that the contract allows; reports which clients differ.
 */
import type { Settings } from '../../../../provider-scripts/src/realm/flow/parse.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';
import { clientSettings, realmSettings } from '../../probe/settings.ts';

export const LINK_SETTINGS: Check = {
  name: 'link-settings',
  proves: 'contract 2.6, 3.7',
  needs: ['admin'],
  fix: 'correct the settings of the step "Linkgate: magic link" in the bound flow, or the named attribute of the client',
  run: async ({ configuration }) => {
    const { settings, problems: found } = await realmSettings(configuration);
    const problems = [...found];
    const differing: string[] = [];
    for (const client of await configuration.signInClients()) {
      const own = await clientSettings(configuration, client);
      problems.push(...own.problems.map((problem) => `client ${client.clientId}: ${problem}`));
      const others = differences(own.settings, settings);
      if (others.length > 0) differing.push(`client ${client.clientId}: ${others.join(', ')}`);
    }
    expectNone(problems);
    return [shown(settings).join(', '), ...differing].join('; ');
  },
};

/** The settings by their names in the console. */
function shown(settings: Settings): string[] {
  const { linkLifetimeSeconds, hasStep: _hasStep, isWholeFlow: _isWholeFlow, ...others } = settings;
  return Object.entries({ lifetime: linkLifetimeSeconds, ...others }).map(
    ([name, value]) => `${name} ${value}`,
  );
}

function differences(own: Settings, realm: Settings): string[] {
  const usual = shown(realm);
  return shown(own).filter((setting) => !usual.includes(setting));
}
