/**
 * The one table of Linkgate's settings: their names, and for each its kind, what acts if it is absent or malformed, where it acts, and who sets it.
 * The readers, seeding, the admin API, the administrators' pages, the reference, and the checks of the overview and of conformance come from it.
 */
import {
  type LimitValue,
  SETTABLE,
  SETTABLE_NAMES,
  type SettableLimit,
} from '../../platform/limits/limits.ts';
import { LANGUAGES, type LanguageTag } from '../language/languages.ts';
import {
  APPROVALS,
  BRANDING_LIMITS,
  LINK_LIFETIME_SECONDS,
  MAX_LIST_ADDRESS,
  SECOND_FACTOR_MODES,
  SHIELD_FAILURES,
  SHIELD_HASHES,
  SHIELD_MODES,
  SIGN_UP_INCLUDABLES,
  SIGN_UP_RULES,
} from './choices.ts';
import { HEADERS } from './email-headers.ts';
import { ROUTES } from './email-routes.ts';
import {
  ADDRESS,
  bounded,
  COLOUR,
  choice,
  HTTPS_ADDRESS,
  type Kind,
  limit,
  line,
  NETWORKS,
  names,
  OFFERS,
  REFRESH_TOKENS,
  SWITCH,
  text,
  wholeNumber,
} from './kinds.ts';
import { SHIELD_SERVICE } from './shield-service.ts';

/** What has the setting. A step's are in its configuration, all others in attributes. */
export type Level = 'realm' | 'client' | 'step' | 'scope';

/** A Linkgate realm, or any other one. */
export type RealmKind = 'linkgate' | 'stock';

/** The groups of the page *Settings*. */
export const GROUPS = ['sign-in', 'accounts', 'applications', 'email', 'protection'] as const;
export type Group = (typeof GROUPS)[number];

/** What else must be on, for the setting to have an effect; `needs.ts` tells whether it is. */
export type Need =
  | 'account-page'
  | 'bound-tokens'
  | 'client-account'
  | 'confidential-or-bound'
  | 'email-route'
  | 'link-in-email'
  | 'own-sender'
  | 'passkeys'
  | 'passkeys-of-keycloak'
  | 'refresh-tokens'
  | 'registration'
  | 'remember-device'
  | 'sender-domain'
  | 'sign-up-rules';

/** A setting. */
export interface Setting<T = unknown> {
  readonly name: string;
  readonly level: Level;
  readonly kind: Kind<T>;
  /** The text that acts if there is none. */
  readonly absent: string;
  /** The text that acts instead of a malformed one: the safe side; what acts without one, unless it is given. */
  readonly malformed?: string;
  /** The only realms in which it acts, if it doesn't in all: Linkgate realms, or stock realms with the step. */
  readonly realms?: RealmKind;
  /** Where the page *Settings*, or a client's page, shows it; none for one that Linkgate writes itself, or that has a page of its own. */
  readonly group?: Group;
  readonly needs?: readonly Need[];
  /** Whether the flow's value acts if there is none. */
  readonly inherits?: true;
  /** The setting whose words it has: what it replaces, for a client or for one language. */
  readonly replaces?: string;
  /** Who writes it, if not administrators. */
  readonly writer?: 'linkgate' | 'clients second-factor';
}

/** A setting whose value comes from its kind. */
function setting<T>(row: Setting<T>): Setting<T> {
  return row;
}

/** A switch that is off by default, and if it is malformed. */
const OFF = { kind: SWITCH, absent: 'false' } as const;

/** The shield's switch. */
const SHIELD = {
  kind: choice(SHIELD_MODES),
  absent: 'off',
  malformed: 'always',
  group: 'protection',
} as const;

/** What the name of every setting in an attribute begins with. */
export const PREFIX = 'linkgate.';

/** The settings of the step. */
export const SIGN_IN = {
  lifetime: setting({
    name: 'lifetime',
    level: 'step',
    kind: wholeNumber(LINK_LIFETIME_SECONDS.min, LINK_LIFETIME_SECONDS.max, 'seconds'),
    absent: String(LINK_LIFETIME_SECONDS.default),
    group: 'sign-in',
  }),
  /** Who may create an account; an administrator opens sign-up. */
  signUp: setting({
    name: 'signUp',
    level: 'step',
    kind: choice(['open', 'closed']),
    absent: 'closed',
    group: 'accounts',
    needs: ['registration'],
  }),
  /** When a page requires confirmation before a link is used, since mail scanners open links. */
  confirm: setting({
    name: 'confirm',
    level: 'step',
    kind: choice(['never', 'new-browser', 'always']),
    absent: 'never',
    malformed: 'always',
    realms: 'linkgate',
    group: 'sign-in',
  }),
  bindIp: setting({
    ...OFF,
    name: 'bindIp',
    level: 'step',
    malformed: 'true',
    group: 'protection',
  }),
  emailContains: setting({
    name: 'emailContains',
    level: 'step',
    kind: choice(['link', 'link-and-code', 'code']),
    absent: 'link',
    group: 'email',
  }),
  /** Whether a link opened on another device may sign in the requesting browser. */
  crossDevice: setting({
    ...OFF,
    name: 'crossDevice',
    level: 'step',
    group: 'sign-in',
    needs: ['link-in-email'],
  }),
  rememberDevice: setting({
    name: 'rememberDevice',
    level: 'step',
    kind: SWITCH,
    absent: 'true',
    malformed: 'false',
    realms: 'linkgate',
    group: 'sign-in',
  }),
  /** What sends emails: Linkgate over pooled connections to the realm's mail server, or the server's own `EmailSenderProvider`. */
  emailSender: setting({
    name: 'emailSender',
    level: 'step',
    kind: choice(['smtp', 'provider']),
    absent: 'smtp',
    group: 'email',
  }),
  /**
   * What a step in a stock realm does with an account whose email address is unverified, and which has credentials or identity provider links
   * that another user may have set up: sends no email, or removes them once the link proves the address.
   */
  unverified: setting({
    name: 'unverified',
    level: 'step',
    kind: choice(['reject', 'claim']),
    absent: 'reject',
    realms: 'stock',
    group: 'accounts',
  }),
  passkeys: setting({
    ...OFF,
    name: 'passkeys',
    level: 'step',
    realms: 'stock',
    group: 'sign-in',
    needs: ['passkeys-of-keycloak'],
  }),
  /** Whether who causes an email must solve a challenge first. */
  shield: setting({ ...SHIELD, name: 'shield', level: 'step' }),
} as const;

/** A client's setting that replaces the step's. */
function ofClient<T>(name: string, step: Setting<T>): Setting<T> {
  return {
    ...step,
    name: `${PREFIX}sign-in.${name}`,
    level: 'client',
    realms: 'linkgate',
    inherits: true,
    replaces: step.name,
  };
}

/** The settings of the step that a client may replace. */
export const SIGN_IN_OF_CLIENT = {
  lifetime: ofClient('lifetime', SIGN_IN.lifetime),
  signUp: ofClient('sign-up', { ...SIGN_IN.signUp, malformed: 'closed' }),
  confirm: ofClient('confirm', SIGN_IN.confirm),
  emailContains: ofClient('email-contains', { ...SIGN_IN.emailContains, malformed: 'link' }),
  crossDevice: ofClient('cross-device', { ...SIGN_IN.crossDevice, malformed: 'false' }),
  shield: ofClient('shield', SIGN_IN.shield),
} as const;

/** Whatever Linkgate writes. */
const TEXT = text(/^[\s\S]*$/, 'text', '');

/** The mark of what a seed run has created. */
const SEEDED = { ...OFF, name: `${PREFIX}seeded`, writer: 'linkgate' } as const;

/** The longest that the fate of an email is shown, in days. */
export const MAX_EMAIL_DAYS = 90;

const DOMAIN = '[a-z0-9-]+(?:\\.[a-z0-9-]+)*';
/** A selector of DKIM (RFC 6376, section 3.1). */
const SELECTOR = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9-]{1,63}){0,3}';
/** A host name, or all subdomains of a domain. */
const HOST = `(?:\\*\\.)?${DOMAIN}`;

/** A realm's and a client's setting. */
const EMAIL_HEADERS = `${PREFIX}email-headers`;

/** The settings of a realm, beside its limits and its branding. */
export const REALM = {
  /** Contract, section 1: any value but `false` enables Linkgate, since plain Keycloak would check less. */
  enabled: setting({ ...OFF, name: `${PREFIX}enabled`, level: 'realm', malformed: 'true' }),
  backendLinks: setting({
    ...OFF,
    name: `${PREFIX}backend-links`,
    level: 'realm',
    group: 'applications',
  }),
  invitations: setting({
    ...OFF,
    name: `${PREFIX}invitations`,
    level: 'realm',
    group: 'accounts',
  }),
  passkeys: setting({
    ...OFF,
    name: `${PREFIX}passkeys`,
    level: 'realm',
    realms: 'linkgate',
    group: 'sign-in',
    needs: ['passkeys-of-keycloak'],
  }),
  passkeyOffers: setting({
    name: `${PREFIX}passkey-offers`,
    level: 'realm',
    kind: OFFERS,
    absent: '3/30',
    realms: 'linkgate',
    group: 'sign-in',
    needs: ['passkeys'],
  }),
  newDeviceNotices: setting({
    ...OFF,
    name: `${PREFIX}new-device-notices`,
    level: 'realm',
    realms: 'linkgate',
    group: 'protection',
    needs: ['remember-device'],
  }),
  /** How emails are sent, in the order in which routes are tried; the realm's own mail server alone, if there is none. */
  emailRoutes: setting({
    name: `${PREFIX}email-routes`,
    level: 'realm',
    kind: ROUTES,
    absent: '',
    group: 'email',
    needs: ['own-sender'],
  }),
  emailHeaders: setting({
    name: EMAIL_HEADERS,
    level: 'realm',
    kind: HEADERS,
    absent: '',
    group: 'email',
    needs: ['own-sender'],
  }),
  /** The domains that clients' senders may have. */
  senderDomains: setting({
    name: `${PREFIX}sender-domains`,
    level: 'realm',
    kind: names(DOMAIN, 'domains in lower case, separated by spaces', 'mail.example'),
    absent: '',
    realms: 'linkgate',
    group: 'email',
  }),
  /** Whether Keycloak's own emails go by the routes, too. */
  allEmails: setting({ ...OFF, name: `${PREFIX}all-emails`, level: 'realm', group: 'email' }),
  /** The names of the keys by which the realm's emails are signed, for the check of its sender. */
  dkimSelectors: setting({
    name: `${PREFIX}dkim-selectors`,
    level: 'realm',
    kind: names(SELECTOR, 'up to five selectors, separated by spaces', '20260101pm', 5),
    absent: '',
    group: 'email',
  }),
  /** How many days administrators see the fate of an email, while a route reports it. */
  emailDays: setting({
    name: `${PREFIX}email-days`,
    level: 'realm',
    kind: wholeNumber(1, MAX_EMAIL_DAYS),
    absent: '14',
    group: 'email',
  }),
  /** The domains of addresses that the overview counts by themselves, beside those of known providers. */
  mailboxHosts: setting({
    name: `${PREFIX}mailbox-hosts`,
    level: 'realm',
    kind: names(DOMAIN, 'up to ten domains in lower case, separated by spaces', 'acme.example', 10),
    absent: '',
    group: 'email',
  }),
  subAddresses: setting({
    ...OFF,
    name: `${PREFIX}limit-sub-addresses`,
    level: 'realm',
    malformed: 'true',
    group: 'protection',
  }),
  dotlessDomains: setting({
    name: `${PREFIX}limit-dotless-domains`,
    level: 'realm',
    kind: names(DOMAIN, 'domains in lower case, separated by spaces', 'mail.example'),
    absent: '',
    group: 'protection',
  }),
  signUpRules: setting({
    ...OFF,
    name: `${PREFIX}sign-up-rules`,
    level: 'realm',
    malformed: 'true',
    group: 'accounts',
  }),
  signUpUnlisted: setting({
    name: `${PREFIX}sign-up-unlisted`,
    level: 'realm',
    kind: choice(['accept', 'reject']),
    absent: 'accept',
    malformed: 'reject',
    group: 'accounts',
    needs: ['sign-up-rules'],
  }),
  signUpDisposable: setting({
    name: `${PREFIX}sign-up-disposable`,
    level: 'realm',
    kind: choice(['off', 'note', 'challenge', 'reject']),
    absent: 'off',
    malformed: 'reject',
    group: 'accounts',
    needs: ['sign-up-rules'],
  }),
  /** Where the list of disposable domains is fetched from, in place of the built-in one. */
  signUpDisposableList: setting({
    name: `${PREFIX}sign-up-disposable-list`,
    level: 'realm',
    kind: bounded(
      text(HTTPS_ADDRESS, 'an https address', 'https://lists.example/disposable.txt'),
      MAX_LIST_ADDRESS,
    ),
    absent: '',
    group: 'accounts',
    needs: ['sign-up-rules'],
  }),
  signUpInclude: setting({
    name: `${PREFIX}sign-up-include`,
    level: 'realm',
    kind: names(
      `(?:${SIGN_UP_INCLUDABLES.join('|')})`,
      `${SIGN_UP_INCLUDABLES.map((one) => `\`${one}\``).join(', ')}, separated by spaces`,
      'invitations address-changes',
    ),
    absent: '',
    malformed: SIGN_UP_INCLUDABLES.join(' '),
    group: 'accounts',
    needs: ['sign-up-rules'],
  }),
  signUpTell: setting({
    name: `${PREFIX}sign-up-tell`,
    level: 'realm',
    kind: names(
      `(?:${SIGN_UP_RULES.join('|')})`,
      `${SIGN_UP_RULES.map((one) => `\`${one}\``).join(', ')}, separated by spaces`,
      'unlisted disposable',
    ),
    absent: '',
    group: 'accounts',
    needs: ['sign-up-rules'],
  }),
  accountPage: setting({
    ...OFF,
    name: `${PREFIX}account-page`,
    level: 'realm',
    realms: 'linkgate',
    group: 'accounts',
    needs: ['client-account'],
  }),
  accountDeletion: setting({
    ...OFF,
    name: `${PREFIX}account-deletion`,
    level: 'realm',
    realms: 'linkgate',
    group: 'accounts',
    needs: ['account-page'],
  }),
  clientDocuments: setting({
    name: `${PREFIX}client-id-metadata-documents`,
    level: 'realm',
    kind: choice(['off', 'trusted', 'approval']),
    absent: 'off',
    realms: 'linkgate',
    group: 'applications',
  }),
  trustedDomains: setting({
    name: `${PREFIX}trusted-client-domains`,
    level: 'realm',
    kind: names(HOST, 'host names, or `*.example.com` for subdomains, separated by spaces', '*.example.com'),
    absent: '',
    realms: 'linkgate',
    group: 'applications',
  }),
  refreshTokensOfNewClients: setting({
    name: `${PREFIX}refresh-tokens-of-new-clients`,
    level: 'realm',
    kind: REFRESH_TOKENS,
    absent: 'off',
    realms: 'linkgate',
    group: 'applications',
  }),
  allowedProtocols: setting({
    name: `${PREFIX}allowed-protocols`,
    level: 'realm',
    kind: names('[a-z0-9-]+', 'names such as `saml`, separated by spaces', 'saml'),
    absent: '',
    realms: 'linkgate',
    group: 'applications',
  }),
  unknownScopes: setting({
    name: `${PREFIX}unknown-scopes`,
    level: 'realm',
    kind: choice(['reject', 'ignore']),
    absent: 'reject',
    realms: 'linkgate',
    group: 'applications',
  }),
  /** What acts for a step that doesn't say, and for a change of an account's address. */
  shield: setting({ ...SHIELD, name: `${PREFIX}shield`, level: 'realm', realms: 'linkgate' }),
  shieldHashes: setting({
    name: `${PREFIX}shield-hashes`,
    level: 'realm',
    kind: wholeNumber(SHIELD_HASHES.min, SHIELD_HASHES.max),
    absent: String(SHIELD_HASHES.default),
    group: 'protection',
  }),
  shieldService: setting({
    name: `${PREFIX}shield-service`,
    level: 'realm',
    kind: SHIELD_SERVICE,
    absent: 'proof-of-work',
    group: 'protection',
  }),
  shieldFailure: setting({
    name: `${PREFIX}shield-failure`,
    level: 'realm',
    kind: choice(SHIELD_FAILURES),
    absent: 'proof-of-work',
    group: 'protection',
  }),
  /** What seed runs have replaced (`scripts/seed/former-values`). */
  formerValues: setting({
    name: `${PREFIX}former-values`,
    level: 'realm',
    kind: TEXT,
    absent: '',
    writer: 'linkgate',
  }),
  /** Which realm files set values in the last seed run (`set-by-files.ts`). */
  setByFiles: setting({
    name: `${PREFIX}set-by-files`,
    level: 'realm',
    kind: TEXT,
    absent: '',
    writer: 'linkgate',
  }),
  /** The addresses that no limit by IP counts. */
  exempt: setting({ name: `${PREFIX}limit.exempt`, level: 'realm', kind: NETWORKS, absent: '' }),
} as const;

/** The texts that disable Linkgate, as absence does; the host reads them from here. */
export const OFF_VALUES: readonly string[] = ['', 'false'];

/** The limits that a realm sets; a page of their own has them. */
export const LIMIT_SETTINGS = Object.fromEntries(
  SETTABLE_NAMES.map((name) => [name, limitSetting(name)]),
) as Readonly<Record<SettableLimit, Setting<LimitValue>>>;

function limitSetting(name: SettableLimit): Setting<LimitValue> {
  const { fallback, max } = SETTABLE[name];
  return {
    name: `${PREFIX}limit.${name}`,
    level: 'realm',
    kind: limit(max),
    absent: `${fallback.count}/${fallback.seconds}`,
  };
}

/** The settings of the page *Limits*. */
export const SETTINGS_OF_LIMITS: readonly Setting[] = [...rowsOf(LIMIT_SETTINGS), REALM.exempt];

const UNIX_SECONDS = text(/^\d{1,12}$/, 'Unix seconds', '1735689600');

/** The settings of a client, beside those of the step and its branding. */
export const CLIENT = {
  /** Contract, section 3.3. */
  approval: setting({
    name: `${PREFIX}approval`,
    level: 'client',
    kind: choice(APPROVALS),
    absent: 'approved',
    malformed: 'pending',
    realms: 'linkgate',
  }),
  /** Whether tokens are bound to a key of the client's (RFC 9449). */
  dpop: setting({
    name: `${PREFIX}dpop`,
    level: 'client',
    kind: choice(['off', 'required']),
    absent: 'off',
    malformed: 'required',
    realms: 'linkgate',
    group: 'protection',
    needs: ['bound-tokens'],
  }),
  secondFactor: setting({
    name: `${PREFIX}second-factor`,
    level: 'client',
    kind: choice(SECOND_FACTOR_MODES),
    absent: 'none',
    realms: 'linkgate',
    writer: 'clients second-factor',
  }),
  refreshTokens: setting({
    name: `${PREFIX}refresh-tokens`,
    level: 'client',
    kind: REFRESH_TOKENS,
    absent: 'off',
    realms: 'linkgate',
  }),
  /** Whether a client whose refresh response was lost may use the token once more; off by default, as a thief would do the same. */
  refreshGrace: setting({
    ...OFF,
    name: `${PREFIX}refresh-grace`,
    level: 'client',
    realms: 'linkgate',
    group: 'applications',
    needs: ['refresh-tokens', 'confidential-or-bound'],
  }),
  /** Where the client starts a sign-in that a third party initiates (OpenID Connect Core, section 4); that specification allows only https. */
  initiateLoginUri: setting({
    name: `${PREFIX}initiate-login-uri`,
    level: 'client',
    kind: text(
      /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?([/?]([\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$/,
      'an https URL, or http on the local machine',
      'https://app.example.com/sign-in',
    ),
    absent: '',
  }),
  /** The realm's route that is tried first. */
  emailRoute: setting({
    name: `${PREFIX}email-route`,
    level: 'client',
    kind: text(/^[a-z][a-z0-9-]{0,19}$/, 'the name of a route', 'backup'),
    absent: '',
    realms: 'linkgate',
    group: 'email',
    needs: ['email-route'],
  }),
  /** The sender's address instead of the realm's; its domain is one of the realm's list. */
  emailFrom: setting({
    name: `${PREFIX}email-from`,
    level: 'client',
    kind: ADDRESS,
    absent: '',
    realms: 'linkgate',
    group: 'email',
    needs: ['sender-domain'],
  }),
  emailReplyTo: setting({
    name: `${PREFIX}email-reply-to`,
    level: 'client',
    kind: ADDRESS,
    absent: '',
    realms: 'linkgate',
    group: 'email',
  }),
  /** Those that replace the realm's. */
  emailHeaders: setting({
    name: EMAIL_HEADERS,
    level: 'client',
    kind: HEADERS,
    absent: '',
    realms: 'linkgate',
    group: 'email',
  }),
  /** When the client registered itself, and the user whose access token did it. */
  registeredAt: setting({
    name: `${PREFIX}registered-at`,
    level: 'client',
    kind: UNIX_SECONDS,
    absent: '',
    writer: 'linkgate',
  }),
  registeredBy: setting({
    name: `${PREFIX}registered-by`,
    level: 'client',
    kind: text(/^\S{1,255}$/, "a user's identifier", '3f1c'),
    absent: '',
    writer: 'linkgate',
  }),
  /** Until when the client ID metadata document counts that describes the client. */
  documentExpiresAt: setting({
    name: `${PREFIX}document-expires-at`,
    level: 'client',
    kind: UNIX_SECONDS,
    absent: '',
    writer: 'linkgate',
  }),
  seeded: setting({ ...SEEDED, level: 'client' }),
  /** The rights after the client's last change (`clients/rights.ts`). */
  rights: setting({
    name: `${PREFIX}rights`,
    level: 'client',
    kind: text(/^([01]) ([012]) (\d+)$/, 'three numbers', '1 0 0'),
    absent: '',
    writer: 'linkgate',
  }),
} as const;

/** The settings of a client scope. */
export const SCOPE = {
  seeded: setting({ ...SEEDED, level: 'scope' }),
  /** Marks a scope of Keycloak as one of an API. */
  apiScope: setting({ ...OFF, name: `${PREFIX}api-scope`, level: 'scope', realms: 'linkgate' }),
} as const;

/** What the names of a branding's settings begin with. */
export const BRANDING_PREFIX = `${PREFIX}branding.`;

/** The kinds of a branding's settings, by what follows their prefix (contract, section 6.2). */
const BRANDING = {
  logo: bounded(
    text(
      /^(?:uploaded:[A-Za-z0-9_-]{43}|https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~:/?[\]@!$&*+,;=%-]*)?)$/,
      'an https URL',
      'https://app.example.com/logo.png',
    ),
    BRANDING_LIMITS.logo,
  ),
  'primary-color': COLOUR,
  'background-color': COLOUR,
  text: line(BRANDING_LIMITS.text),
  subject: line(BRANDING_LIMITS.subject),
  'sender-name': line(BRANDING_LIMITS.senderName),
} as const satisfies Readonly<Record<string, Kind<string>>>;
export type BaseAttribute = keyof typeof BRANDING;

/** The texts that may also be set for one language: `text.de`. Without it, the one without a language is used. */
export const TRANSLATED_TEXTS = ['text', 'subject'] as const;
export type TranslatedText = (typeof TRANSLATED_TEXTS)[number];
export type BrandingAttribute = BaseAttribute | `${TranslatedText}.${LanguageTag}`;

/** The names of a branding's settings, without their prefix. */
export const BRANDING_ATTRIBUTES = Object.keys(BRANDING) as BaseAttribute[];
export const TRANSLATED_ATTRIBUTES = [
  ...LANGUAGES.map(({ tag }) => `text.${tag}` as const),
  ...LANGUAGES.map(({ tag }) => `subject.${tag}` as const),
];
export const ALL_BRANDING_ATTRIBUTES: readonly BrandingAttribute[] = [
  ...BRANDING_ATTRIBUTES,
  ...TRANSLATED_ATTRIBUTES,
];

/** The kind of a branding's setting. */
export function brandingKind(name: BrandingAttribute): Kind<string> {
  return BRANDING[baseOf(name)];
}

function baseOf(name: BrandingAttribute): BaseAttribute {
  return name.split('.')[0] as BaseAttribute;
}

function brandingOf(level: 'realm' | 'client'): Setting<string>[] {
  return ALL_BRANDING_ATTRIBUTES.map((name) => ({
    name: BRANDING_PREFIX + name,
    level,
    kind: brandingKind(name),
    absent: '',
    replaces: BRANDING_PREFIX + baseOf(name),
  }));
}

/** Whether a setting acts in a kind of realm. */
export function actsIn({ realms }: Pick<Setting, 'realms'>, kind: RealmKind): boolean {
  return realms === undefined || realms === kind;
}

/** The settings of a table. */
function rowsOf(table: Readonly<Record<string, Setting>>): Setting[] {
  return Object.keys(table).map((key) => table[key] as Setting);
}

/** The settings of the step that a client may replace. */
export const SIGN_IN_OF_CLIENT_LIST: readonly Setting[] = rowsOf(SIGN_IN_OF_CLIENT);

/** All settings by level, in the order of the documents. */
export const SETTINGS: Readonly<Record<Level, readonly Setting[]>> = {
  step: rowsOf(SIGN_IN),
  realm: [...rowsOf(REALM), ...rowsOf(LIMIT_SETTINGS), ...brandingOf('realm')],
  client: [...rowsOf(SIGN_IN_OF_CLIENT), ...rowsOf(CLIENT), ...brandingOf('client')],
  scope: rowsOf(SCOPE),
};

/** Names of earlier versions, which no release has had: the names that took their place. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...SETTABLE_NAMES, 'exempt'].map((name) => [`${PREFIX}rate.${name}`, `${PREFIX}limit.${name}`]),
  ),
  [`${PREFIX}client-documents`]: REALM.clientDocuments.name,
  [`${PREFIX}new-clients-stay-signed-in`]: REALM.refreshTokensOfNewClients.name,
  [`${PREFIX}other-protocols`]: REALM.allowedProtocols.name,
  [`${PREFIX}stay-signed-in`]: CLIENT.refreshTokens.name,
  [`${PREFIX}sign-in.code`]: SIGN_IN_OF_CLIENT.emailContains.name,
  code: SIGN_IN.emailContains.name,
};
