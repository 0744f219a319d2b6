/** The user profile that Keycloak 26.7.4 gives a new realm (its file `keycloak-default-user-profile.json`). */

const EVERYBODY = { view: ['admin', 'user'], edit: ['admin', 'user'] };
/** Filled by Keycloak's pages, in the user's language. */
const message = (key: string) => `\${${key}}`;
const BY_USERS = { roles: ['user'] };

export const KEYCLOAK_USER_PROFILE = {
  attributes: [
    {
      name: 'username',
      displayName: message('username'),
      permissions: EVERYBODY,
      validations: {
        length: { min: 3, max: 255 },
        'username-prohibited-characters': {},
        'up-username-not-idn-homograph': {},
      },
    },
    {
      name: 'email',
      displayName: message('email'),
      required: BY_USERS,
      permissions: EVERYBODY,
      validations: { email: {}, length: { max: 255 } },
    },
    {
      name: 'firstName',
      displayName: message('firstName'),
      required: BY_USERS,
      permissions: EVERYBODY,
      validations: { length: { max: 255 }, 'person-name-prohibited-characters': {} },
    },
    {
      name: 'lastName',
      displayName: message('lastName'),
      required: BY_USERS,
      permissions: EVERYBODY,
      validations: { length: { max: 255 }, 'person-name-prohibited-characters': {} },
    },
  ],
  groups: [
    {
      name: 'user-metadata',
      displayHeader: 'User metadata',
      displayDescription: 'Attributes, which refer to user metadata',
    },
  ],
} as const;
