/** The server has the plugin's providers. */
import { EMAIL_AUTHENTICATOR } from '../../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
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
    expectThat(ids.includes(EMAIL_AUTHENTICATOR), `the server has no authenticator ${EMAIL_AUTHENTICATOR}`);
  },
};
