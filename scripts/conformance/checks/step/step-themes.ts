/** The server has the themes of the realm and of its clients, which the step's pages and emails extend. */
import type { Check } from '../../probe/check.ts';
import { attributeOf } from '../../probe/clients.ts';
import { expectNone } from '../../probe/fault.ts';

/** Keycloak's attribute of a client with a login theme of its own. */
const CLIENT_THEME = 'login_theme';

export const STEP_THEMES: Check = {
  name: 'step-themes',
  proves: 'contract 10',
  realms: 'step',
  needs: ['admin'],
  fix: 'put the theme on every node (directory themes or providers) and restart, or choose another: Realm settings, Themes; a client’s own is in its settings',
  run: async ({ configuration }) => {
    const [{ loginTheme, emailTheme }, { themes = {} }] = [
      await configuration.realm(),
      await configuration.serverInfo(),
    ];
    const has = (type: string, name: string) => (themes[type] ?? []).some((theme) => theme.name === name);
    const missing = [
      ...(loginTheme && !has('login', loginTheme) ? [`login theme ${loginTheme}`] : []),
      ...(emailTheme && !has('email', emailTheme) ? [`email theme ${emailTheme}`] : []),
    ];
    for (const client of await configuration.signInClients()) {
      const own = attributeOf(client, CLIENT_THEME);
      if (own && !has('login', own)) missing.push(`login theme ${own} of client ${client.clientId}`);
    }
    expectNone(missing.map((theme) => `the server doesn’t have the ${theme}`));
    return undefined;
  },
};
