/** The server has the plugin's providers. */
import { STEP_IDS } from '../../../../provider-scripts/src/realm/flow/step-ids.ts';
import type { Check } from '../../probe/check.ts';
import { expectThat } from '../../probe/fault.ts';

export const PLUGIN_LOADED: Check = {
  name: 'plugin-loaded',
  proves: 'contract 1',
  realms: 'both',
  needs: ['admin'],
  fix: 'put linkgate.jar into the directory providers of every node, run kc.sh build, and restart',
  run: async ({ configuration }) => {
    const { providers } = await configuration.serverInfo();
    const ids = Object.keys(providers?.authenticator?.providers ?? {});
    const missing = STEP_IDS.find((id) => !ids.includes(id));
    expectThat(missing === undefined, `the server has no authenticator ${missing}`);
  },
};
