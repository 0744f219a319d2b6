/** The realm rules. */

import { type Finding, finding } from '../../platform/errors/finding.ts';
import { limitFindings } from '../limits/in-force.ts';
import { type EmailRoute, usesOwnServer } from '../settings/email-routes.ts';
import { readSetting } from '../settings/read.ts';
import { REALM } from '../settings/table.ts';
import type { RealmRule, RealmSettings } from './rule.ts';

/** How long tokens, codes and sessions last, in seconds (contract, sections 2.3 and 8.1). */
export const TOKEN_SECONDS = 3600;
const CODE_SECONDS = 600;
const SESSION_SECONDS = 86_400;

/** The realm can send email; a custom sender may need none of these settings. */
export const MAIL_SERVER_RULE: RealmRule = {
  id: 'mail-server',
  fix: 'Realm settings, Email: host, port and the sender’s address; Test connection there shows more',
  console: 'realm-settings/email',
  page: null,
  problems: ({ smtpServer, emailSender, attribute }) => [
    ...(emailSender === 'smtp'
      ? requiredOf(readSetting(REALM.emailRoutes, attribute(REALM.emailRoutes.name)))
      : []
    )
      .filter((name) => !smtpServer[name])
      .map((name) => `smtpServer.${name}`)
      .map((setting) => finding('setting-missing', { setting })),
    ...Object.entries(smtpServer)
      .filter(([, value]) => /^\$\{(?!vault\.)/.test(String(value)))
      .map(([name, value]) => ({ setting: `smtpServer.${name}`, value: String(value) }))
      .map(({ setting, value }) => finding('setting-variable', { setting, value })),
  ],
};

/** What emails need of Keycloak's settings, by their routes: a host only for the realm's own mail server. */
function requiredOf(routes: readonly EmailRoute[]): string[] {
  return usesOwnServer(routes) ? ['host', 'from'] : ['from'];
}

/** Realm switches for sign-in by password, each off for a reason. */
const OFF = [
  'registrationAllowed',
  'resetPasswordAllowed',
  'verifyEmail',
  'duplicateEmailsAllowed',
  'editUsernameAllowed',
] as const;

/** Accounts are created only by links, one per address. */
export const REGISTRATION_RULE: RealmRule = {
  id: 'registration',
  fix: 'Realm settings, Login: user registration, forgot password, verify email, duplicate emails, edit username off; login with email on',
  console: 'realm-settings/login',
  page: null,
  problems: (realm) => [
    ...OFF.filter((name) => realm[name]).map((name) => finding(`on-${name}`)),
    ...(realm.loginWithEmailAllowed ? [] : [finding('off-loginWithEmailAllowed')]),
  ],
};

/** Codes and tokens are sent: remote machines must use https. */
export const SSL_REQUIRED_RULE: RealmRule = {
  id: 'ssl-required',
  fix: 'Realm settings, General: require SSL for external requests, or for all',
  console: 'realm-settings/general',
  page: null,
  problems: ({ sslRequired }) => (sslRequired === 'none' ? [finding('http-allowed')] : []),
};

/** Access tokens and codes last as long as the contract says. */
export const TOKEN_LIFETIMES_RULE: RealmRule = {
  id: 'token-lifetimes',
  fix: `Realm settings, Tokens: access token lifespan ${TOKEN_SECONDS} s, client login timeout (accessCodeLifespan) ${CODE_SECONDS} s; no client-specific lifespan`,
  values: { token_seconds: TOKEN_SECONDS, code_seconds: CODE_SECONDS },
  console: 'realm-settings/tokens',
  page: null,
  problems: (realm) => [
    ...lifetimeDiffers(realm, 'accessTokenLifespan', TOKEN_SECONDS),
    ...lifetimeDiffers(realm, 'accessCodeLifespan', CODE_SECONDS),
  ],
};

function lifetimeDiffers(
  realm: RealmSettings,
  setting: 'accessTokenLifespan' | 'accessCodeLifespan',
  wanted_seconds: number,
): Finding[] {
  const is_seconds = realm[setting];
  if (is_seconds === wanted_seconds) return [];
  return [finding('lifetime-other', { setting, is_seconds, wanted_seconds })];
}

/** Sessions outlast the tokens, since a token ends with its session. */
export const SESSION_LIFETIMES_RULE: RealmRule = {
  id: 'session-lifetimes',
  fix: `Realm settings, Sessions: SSO session idle and max at least ${SESSION_SECONDS} s, client session idle and max unset; no client’s own value below ${TOKEN_SECONDS} s`,
  values: { session_seconds: SESSION_SECONDS, token_seconds: TOKEN_SECONDS },
  console: 'realm-settings/sessions',
  page: null,
  problems: (realm) => [
    ...lifetimeTooShort(realm, 'ssoSessionIdleTimeout'),
    ...lifetimeTooShort(realm, 'ssoSessionMaxLifespan'),
    ...(realm.ssoSessionIdleTimeoutRememberMe === 0
      ? []
      : lifetimeTooShort(realm, 'ssoSessionIdleTimeoutRememberMe')),
    ...(realm.ssoSessionMaxLifespanRememberMe === 0
      ? []
      : lifetimeTooShort(realm, 'ssoSessionMaxLifespanRememberMe')),
    ...(realm.clientSessionIdleTimeout === 0 ? [] : lifetimeTooShort(realm, 'clientSessionIdleTimeout')),
    ...(realm.clientSessionMaxLifespan === 0 ? [] : lifetimeTooShort(realm, 'clientSessionMaxLifespan')),
  ],
};

function lifetimeTooShort(realm: RealmSettings, setting: keyof RealmSettings): Finding[] {
  const is_seconds = Number(realm[setting]);
  if (is_seconds >= SESSION_SECONDS) return [];
  return [finding('lifetime-short', { setting, is_seconds, min_seconds: SESSION_SECONDS })];
}

/** All addresses of the internet. */
const ALL_ADDRESSES = /(^|[\s,])(0\.0\.0\.0|::)\/0\b/;

/** Every limit is valid, and no network exempts all clients. */
export const LIMITS_RULE: RealmRule = {
  id: 'limits',
  fix: 'set the named realm attribute to a valid value, or remove it: then the default applies',
  console: null,
  page: 'limits',
  problems: ({ attribute }) => {
    const problems = limitFindings(attribute);
    if (ALL_ADDRESSES.test(attribute(REALM.exempt.name) ?? ''))
      problems.push(finding('networks-everybody', { setting: REALM.exempt.name }));
    return problems;
  },
};

/** The rules that the server checks itself. */
export const REALM_RULES: readonly RealmRule[] = [
  MAIL_SERVER_RULE,
  REGISTRATION_RULE,
  SSL_REQUIRED_RULE,
  TOKEN_LIFETIMES_RULE,
  SESSION_LIFETIMES_RULE,
  LIMITS_RULE,
];

/** Those of them that a stock realm with the step has to follow. */
export const STEP_RULES: readonly RealmRule[] = [MAIL_SERVER_RULE, SSL_REQUIRED_RULE, LIMITS_RULE];
