/** Pages and mails are Linkgate's, or those of a theme based on them. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const THEMES: Check = {
  name: 'themes',
  proves: 'contract 6.2',
  needs: ['admin'],
  fix: 'Realm settings, Themes: login and email theme linkgate, or a theme based on it',
  run: async ({ configuration }) => {
    const { loginTheme, emailTheme } = await configuration.realm();
    const foreign = (name: string | undefined) =>
      name === undefined || name === '' || name === 'base' || name.startsWith('keycloak');
    expectNone([
      ...(foreign(loginTheme) ? [`the login theme is ${loginTheme || 'Keycloak’s'}`] : []),
      ...(foreign(emailTheme) ? [`the email theme is ${emailTheme || 'Keycloak’s'}`] : []),
    ]);
  },
};
