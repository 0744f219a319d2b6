/** No form interrupts the user after the link, and the claims have a source. */
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

const MAY_BE_REQUIRED: readonly string[] = ['username', 'email'];
const NEEDED = [
  'email',
  'firstName',
  'lastName',
  'picture',
  'street',
  'locality',
  'region',
  'postal_code',
  'country',
] as const;

export const USER_PROFILE: Check = {
  name: 'user-profile',
  proves: 'contract 3.4',
  needs: ['admin'],
  fix: 'Realm settings, User profile: no required attribute but the email address; the attributes as realm-config/user-profile.json has them',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const { attributes = [] } = await client.users.getProfile({ realm });
    const names = attributes.map(({ name }) => name);
    expectNone([
      ...attributes
        .filter(({ name = '', required }) => required && !MAY_BE_REQUIRED.includes(name))
        .map(({ name }) => `attribute ${name} is required: new users are stopped by a form`),
      ...NEEDED.filter((name) => !names.includes(name)).map((name) => `there is no attribute ${name}`),
    ]);
  },
};
