/** Pages and mails are Linkgate's, or those of a theme that was made from them. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const THEMES: Check = {
  name: 'themes',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'Realm settings, Themes: login and e-mail theme linkgate, or a theme whose parent it is',
  run: async ({ configuration }) => {
    const { loginTheme, emailTheme } = await configuration.realm();
    const foreign = (name: string | undefined) =>
      name === undefined || name === '' || name === 'base' || name.startsWith('keycloak');
    expectNone([
      ...(foreign(loginTheme) ? [`the login theme is ${loginTheme || 'Keycloak’s'}`] : []),
      ...(foreign(emailTheme) ? [`the e-mail theme is ${emailTheme || 'Keycloak’s'}`] : []),
    ]);
  },
};
