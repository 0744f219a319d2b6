/**
 * The best-known other extension for links by email: its authenticators, their settings and the parameters of its link API, with what takes
 * their place here. Facts of its release 0.73 of 29 June 2026; docs/moving-in.md has the source, and these tables. Texts are Markdown.
 */

/** What takes the place of a setting, or of a parameter. */
export interface Counterpart {
  readonly name: string;
  /** The setting of the step, or the field of our API; null if there is none. */
  readonly ours: string | null;
  /** What differs, or why there is none. */
  readonly text: string;
}

/** One of its authenticators. */
interface Authenticator {
  /** The settings of the step in its place; null if no step takes its place. */
  readonly step: Readonly<Record<string, string>> | null;
  /** What the step does instead, or why none takes its place. */
  readonly text: string;
  /** Whether the step lacks something that it does by itself. */
  readonly isLost?: true;
  /** The values of its settings while they aren't set. */
  readonly defaults: Readonly<Record<string, string>>;
}

const LINK_DEFAULTS = {
  'ext-magic-create-nonexistent-user': 'true',
  'ext-magic-token-life-span': '86400',
  'ext-magic-allow-token-reuse': 'true',
  'ext-magic-update-profile-action': 'false',
  'ext-magic-update-password-action': 'false',
};

const NO_TOKEN =
  'a link of the link API enters the flow by itself, without a token in `login_hint`; delete it from the copy';
const NO_CHALLENGE = 'the step limits emails by address and IP instead; delete it from the copy';

/** Its authenticators by their ids. */
export const AUTHENTICATORS: Readonly<Record<string, Authenticator>> = {
  'ext-magic-form': {
    step: {},
    text: 'a link signs in after a click on the page that it opens, and the rest of the flow is asked for',
    defaults: LINK_DEFAULTS,
  },
  'magic-link-continuation-form': {
    step: { crossDevice: 'true' },
    text: 'a link that is opened elsewhere signs in the first device after a comparison code, or the opening browser; in the requesting browser it signs in there',
    defaults: { 'ext-magic-create-nonexistent-user': 'false', TIMEOUT: '10' },
  },
  'ext-email-otp': {
    step: { emailContains: 'code' },
    text: 'a code of nine digits, which works in the requesting browser and expires (`lifetime`); the page asks for the address if no earlier one did',
    defaults: { 'ext-magic-create-nonexistent-user': 'false' },
  },
  'ext-magic-active-org': {
    step: {},
    text: "the step doesn't check the user's active organization, so every user passes: put a condition beside it",
    isLost: true,
    defaults: { ...LINK_DEFAULTS, 'ext-magic-org-require-membership': 'true' },
  },
  'login-token-verifier': { step: null, text: NO_TOKEN, defaults: {} },
  'login-token-form': { step: null, text: NO_TOKEN, defaults: {} },
  'direct-grant-login-token': {
    step: null,
    text: 'a link is opened in a browser; no request to the token endpoint takes it',
    defaults: {},
  },
  'ext-auth-cloudflare-turnstile': { step: null, text: NO_CHALLENGE, defaults: {} },
  'ext-auth-turnstile-username-password': {
    step: null,
    text: "put Keycloak's _Username Password Form_ in its place, or the step beside or instead of that (`--as`)",
    defaults: {},
  },
  'conditional-turnstile-failed': {
    step: null,
    text: "nothing that it could look at is left; delete it from the copy, and keep its sub-flow's other conditions",
    defaults: {},
  },
  'ext-turnstile-form-action': {
    step: null,
    text: 'it belongs to the registration form, where no step stands; delete it there',
    defaults: {},
  },
};

/** Why a link isn't reusable. */
const ONCE =
  'a link works once: give it a longer `lifetime`; the page of a used link that was sent offers a new one, to the account that it was for';

/** The settings of its authenticators. */
export const SETTINGS: readonly Counterpart[] = [
  {
    name: 'ext-magic-create-nonexistent-user',
    ours: 'signUp',
    text: '`true` is `open`, which also needs _User registration_ of the realm; `false` is `closed`',
  },
  { name: 'ext-magic-token-life-span', ours: 'lifetime', text: 'in seconds, from 60 to 86400' },
  { name: 'TIMEOUT', ours: 'lifetime', text: 'minutes become seconds, up to 86400' },
  { name: 'ext-magic-allow-token-reuse', ours: null, text: ONCE },
  {
    name: 'ext-magic-update-profile-action',
    ours: null,
    text: "Keycloak asks for what the realm's user profile requires",
  },
  {
    name: 'ext-magic-update-password-action',
    ours: null,
    text: 'a new account needs no password; users can set one in the account console',
  },
  { name: 'ext-magic-org-id', ours: null, text: "the step doesn't check organizations" },
  { name: 'ext-magic-org-require-membership', ours: null, text: "the step doesn't check organizations" },
];

/** An operation of its link API. */
interface Operation {
  /** Below the server's URL; `{realm}` stands for the realm's name. */
  readonly path: string;
  readonly parameters: readonly Counterpart[];
  /** The members of its response. */
  readonly response: readonly Counterpart[];
}

const same = (name: string, text = ''): Counterpart => ({ name, ours: name, text });

const CLIENT = same('client_id', "the client's flow needs the step, enabled");
const USERNAME = same('username', 'instead of `email`');
const LIFETIME = {
  name: 'expiration_seconds',
  ours: 'lifetime',
  text: "in seconds, from 60 to 2592000 (30 days), over 86400 with a role of its own; without it, the step's",
};
const CREATE = {
  name: 'force_create',
  ours: 'create',
  text: "only where the step's sign-up is open",
};
const REMEMBER_ME = {
  name: 'remember_me',
  ours: null,
  text: 'only users choose _Remember me_, on a sign-in page',
};
const REUSABLE = { name: 'reusable', ours: null, text: ONCE };

/** Our operation that takes the place of all of theirs. */
export const OUR_PATH = '/admin/realms/{realm}/linkgate/links';

/** Its operations, each of them POST. */
export const LINK_API: readonly Operation[] = [
  {
    path: '/realms/{realm}/magic-link',
    parameters: [
      same('email'),
      USERNAME,
      CLIENT,
      same('redirect_uri', "may be missing: then the client's initiate login URI or home URL"),
      LIFETIME,
      CREATE,
      {
        name: 'update_profile',
        ours: 'required_actions',
        text: '`["UPDATE_PROFILE"]`, for an account that the link creates',
      },
      {
        name: 'update_password',
        ours: 'required_actions',
        text: '`["UPDATE_PASSWORD"]`, for an account that the link creates',
      },
      {
        name: 'send_email',
        ours: 'delivery',
        text: "`true` is `email`, our default; `false`, theirs, is `return`, with Keycloak's permission to impersonate or the role `linkgate-links`",
      },
      same('scope'),
      same('nonce'),
      same('state'),
      same('code_challenge', 'a public client without one needs `linkgate.initiate-login-uri`'),
      same('code_challenge_method', '`S256` or `plain`'),
      REMEMBER_ME,
      REUSABLE,
      {
        name: 'response_mode',
        ours: null,
        text: 'the code is in the query, as theirs is by default',
      },
    ],
    response: [
      { name: 'user_id', ours: null, text: "`id` is the link's" },
      same('link', 'only with `delivery` at `return`'),
      { name: 'sent', ours: 'delivery', text: "an email that can't be sent is an error, 503" },
    ],
  },
  {
    path: '/realms/{realm}/login-token',
    parameters: [
      same('user_id', 'instead of `email`'),
      same('email'),
      USERNAME,
      CLIENT,
      LIFETIME,
      {
        name: 'loa',
        ours: 'acr_values',
        text: 'requests a level; the flow asks the user for what that requires, and no link sets one by itself',
      },
      REMEMBER_ME,
      CREATE,
      REUSABLE,
      {
        name: 'set_email_verified',
        ours: null,
        text: 'a link that was sent verifies its address; a returned one verifies none',
      },
      {
        name: 'confirm_user_switch',
        ours: null,
        text: 'if another user is signed in, the page always names both and asks',
      },
    ],
    response: [
      {
        name: 'login_hint',
        ours: 'link',
        text: 'the link itself, with `delivery` at `return`: the application builds no authorization request. Redirect URI, scope, state, nonce and PKCE are fields of the request for the link',
      },
    ],
  },
];

/** A text without its Markdown. */
export function plainText(markdown: string): string {
  return markdown.replaceAll('`', '').replace(/(?<!\w)_([^_]+)_(?!\w)/g, '$1');
}
