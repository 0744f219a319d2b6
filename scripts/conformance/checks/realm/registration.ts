/** Accounts are created only by links, one for each address. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** Realm switches for sign-in by password, each off for a reason. */
const OFF = {
  registrationAllowed: 'people can create accounts without a link and despite closed sign-up',
  resetPasswordAllowed: 'people can get a password',
  verifyEmail: 'a second mail is required after the link',
  duplicateEmailsAllowed: 'an address does not identify one account',
  editUsernameAllowed: 'a username can differ from the address',
} as const;

export const REGISTRATION: Check = {
  name: 'registration',
  proves: 'contract 3.4, 3.6',
  needs: ['admin'],
  fix: 'Realm settings, Login: user registration, forgot password, verify email, duplicate emails, edit username off; login with email on',
  run: async ({ configuration }) => {
    const realm = await configuration.realm();
    const on = Object.entries(OFF).filter(([name]) => realm[name as keyof typeof OFF]);
    expectNone([
      ...on.map(([name, why]) => `${name} is on: ${why}`),
      ...(realm.loginWithEmailAllowed === false ? ['loginWithEmailAllowed is off'] : []),
    ]);
  },
};
