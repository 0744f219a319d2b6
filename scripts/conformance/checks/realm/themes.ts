/** Where clients or the realm have branding, pages and emails use Linkgate's theme, or one based on it: others don't show it whole. */
import { BRANDING_PREFIX } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const THEMES: Check = {
  name: 'themes',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'Realm settings, Themes: login and email theme linkgate, or a theme based on it; or remove the clients’ branding',
  run: async ({ configuration }) => {
    const { loginTheme, emailTheme, ...realm } = await configuration.realm();
    const branded = [realm, ...(await configuration.clients())].some(({ attributes = {} }) =>
      Object.keys(attributes).some((name) => name.startsWith(BRANDING_PREFIX)),
    );
    if (!branded) return undefined;
    expectNone([...otherTheme('login', loginTheme), ...otherTheme('email', emailTheme)]);
    return undefined;
  },
};

function otherTheme(kind: string, theme = ''): string[] {
  const isKeycloaks = theme === '' || theme === 'base' || theme.startsWith('keycloak');
  return isKeycloaks ? [`there is branding, but the ${kind} theme is ${theme || 'Keycloak’s default'}`] : [];
}
