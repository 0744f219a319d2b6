/** The settings of the sign-in step, as the admin console shows them (authenticator settings). */

/** A setting as Keycloak's provider properties have it. */
export interface DeclaredSetting {
  name: string;
  label: string;
  helpText: string;
  type: 'Number' | 'String' | 'boolean' | 'List';
  defaultValue: string;
  options?: readonly string[];
}

/** How long a link can be used (contract, section 2.6). */
export const LINK_LIFETIME_SECONDS = { default: 900, min: 60, max: 86_400 } as const;

/** Who may make a new account. */
export const SIGN_UP = ['open', 'closed'] as const;

/** Every setting; names are what the flow's configuration stores. */
export const SETTINGS: readonly DeclaredSetting[] = [
  {
    name: 'lifetime',
    label: 'Link lifetime (seconds)',
    helpText: `How long a link can be used after it was sent: ${LINK_LIFETIME_SECONDS.min} to ${LINK_LIFETIME_SECONDS.max} seconds.`,
    type: 'Number',
    defaultValue: String(LINK_LIFETIME_SECONDS.default),
  },
  {
    name: 'signUp',
    label: 'Sign-up',
    helpText:
      'open: whoever receives a link gets an account when it is used. closed: only existing accounts sign in.',
    type: 'List',
    defaultValue: 'open',
    options: SIGN_UP,
  },
];
