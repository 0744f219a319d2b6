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

/** Who may create an account; an administrator opens sign-up. */
export const SIGN_UP = ['open', 'closed'] as const;

/** When a page requires confirmation before a link is used, since mail scanners open links. */
export const CONFIRM = ['never', 'new-browser', 'always'] as const;

/** Whether a link opened on another device may sign in the requesting browser. */
export const CROSS_DEVICE = ['off', 'on'] as const;

/** What sends emails: Linkgate over pooled connections to the realm's mail server, or the server's own `EmailSenderProvider`. */
export const EMAIL_SENDER = ['smtp', 'provider'] as const;

/**
 * What a step in a realm that isn't a Linkgate realm does with an account whose email address is unverified, and which has credentials or
 * identity provider links that another user may have set up: sends no email, or removes them once the link proves the address.
 */
export const UNVERIFIED = ['reject', 'claim'] as const;

/** The settings that a client may override, with the client attribute that replaces the flow's value. */
export const CLIENT_ATTRIBUTES = {
  lifetime: 'linkgate.sign-in.lifetime',
  signUp: 'linkgate.sign-in.sign-up',
  confirm: 'linkgate.sign-in.confirm',
  code: 'linkgate.sign-in.code',
  crossDevice: 'linkgate.sign-in.cross-device',
} as const;

/** The values of a switch. */
export const SWITCH = ['false', 'true'] as const;

/** The defaults of settings that a flow doesn't set; defined only here. */
export const DEFAULTS = {
  lifetime: LINK_LIFETIME_SECONDS.default,
  signUp: 'closed',
  confirm: 'never',
  bindIp: 'false',
  code: 'false',
  crossDevice: 'off',
  rememberDevice: 'true',
  emailSender: 'smtp',
} as const;

/** The defaults of settings that only a step in a realm that isn't a Linkgate realm has. */
export const STEP_DEFAULTS = { passkeys: 'false', unverified: 'reject' } as const;

/** The settings that the provider declares; a name is the key in the flow's configuration. */
export const OWN_SETTINGS: readonly DeclaredSetting[] = [
  {
    name: 'lifetime',
    label: 'Link lifetime (seconds)',
    helpText: `How long a link can be used after it was sent: ${LINK_LIFETIME_SECONDS.min} to ${LINK_LIFETIME_SECONDS.max} seconds.`,
    type: 'Number',
    defaultValue: String(DEFAULTS.lifetime),
  },
  {
    name: 'signUp',
    label: 'Sign-up',
    helpText:
      'closed: only existing accounts sign in, in a Linkgate realm also holders of a referral code. open: a link also creates an account for a new address, when it is used; in any other realm only if it allows user registration.',
    type: 'List',
    defaultValue: DEFAULTS.signUp,
    options: SIGN_UP,
  },
  {
    name: 'confirm',
    label: 'Confirm page',
    helpText:
      'Only in Linkgate realms; in any other a link always asks for a click. Asks for a click before a link signs in, so that a mail scanner that opens links uses none up. new-browser: only if the link is opened in a browser other than the one that requested it, which is always the case for links requested by an app.',
    type: 'List',
    defaultValue: DEFAULTS.confirm,
    options: CONFIRM,
  },
  {
    name: 'bindIp',
    label: 'Bind to the IP address',
    helpText:
      'A link works only from the IP address that requested it (IPv6: from the same /64). This doesn’t work for apps that request links from their own server, or for emails read on another network.',
    type: 'boolean',
    defaultValue: DEFAULTS.bindIp,
  },
  {
    name: 'code',
    label: 'Code next to the link',
    helpText:
      'The email also carries a six-digit code, which can be typed on the page that requested the link. Links requested by an app have none.',
    type: 'boolean',
    defaultValue: DEFAULTS.code,
  },
  {
    name: 'crossDevice',
    label: 'Cross-device sign-in',
    helpText:
      'Only in Linkgate realms. on: a link opened in a browser other than the one that requested it offers to sign in there instead, by three digits shown on the page that requested it. Never for accounts with admin roles.',
    type: 'List',
    defaultValue: DEFAULTS.crossDevice,
    options: CROSS_DEVICE,
  },
  {
    name: 'rememberDevice',
    label: 'Remember devices',
    helpText:
      'Only in Linkgate realms. Whether a browser in which a link was used lists its accounts, so that their addresses need not be typed again.',
    type: 'boolean',
    defaultValue: DEFAULTS.rememberDevice,
  },
  {
    name: 'emailSender',
    label: 'Email sender',
    helpText:
      'smtp: Linkgate sends over connections that it keeps to the realm’s mail server. provider: the email sender installed in this Keycloak (an EmailSenderProvider, such as one for an API of an email service) sends, and gets address, subject and texts; the headers that Linkgate adds aren’t sent.',
    type: 'List',
    defaultValue: DEFAULTS.emailSender,
    options: EMAIL_SENDER,
  },
  {
    name: 'unverified',
    label: 'Unverified accounts',
    helpText:
      'Not in Linkgate realms, which claim such accounts: an account whose email address is unverified, and which has credentials or identity provider links, may have been set up by another user. reject: it gets no link. claim: a link removes them. The link of a forgotten password always does.',
    type: 'List',
    defaultValue: STEP_DEFAULTS.unverified,
    options: UNVERIFIED,
  },
  {
    name: 'passkeys',
    label: 'Passkeys',
    helpText:
      'Not in Linkgate realms, which have an attribute for it (linkgate.passkeys). Offers a passkey after a link or code, unless another factor precedes the step, and accepts passkeys on the step’s page if it asks for the address. Also requires Keycloak’s passkeys (policy for passwordless WebAuthn).',
    type: 'boolean',
    defaultValue: STEP_DEFAULTS.passkeys,
  },
];

/** Keycloak's own settings of every step, which its admin console shows by itself. */
const KEYCLOAK_SETTINGS: readonly DeclaredSetting[] = [
  {
    name: 'default.reference.value',
    label: 'Authenticator Reference',
    helpText: 'The value of this step in the claim amr (RFC 8176) of clients with Keycloak’s mapper for it.',
    type: 'String',
    defaultValue: '',
  },
  {
    name: 'default.reference.maxAge',
    label: 'Authenticator Reference Max Age',
    helpText: 'How long, in seconds, a completed step counts for the claim amr.',
    type: 'Number',
    defaultValue: '',
  },
];

/** Every setting. */
export const SETTINGS: readonly DeclaredSetting[] = [...OWN_SETTINGS, ...KEYCLOAK_SETTINGS];
