/** The rules on a realm's settings that server and conformance command share. */
import { describe, expect, test } from 'vitest';
import type { RealmSettings } from '../../../../provider-scripts/src/realm/realm-rules/rule.ts';
import { REALM_RULES } from '../../../../provider-scripts/src/realm/realm-rules/rules.ts';

const GOOD: RealmSettings = {
  registrationAllowed: false,
  resetPasswordAllowed: false,
  verifyEmail: false,
  duplicateEmailsAllowed: false,
  editUsernameAllowed: false,
  loginWithEmailAllowed: true,
  sslRequired: 'external',
  accessTokenLifespan: 3600,
  accessCodeLifespan: 600,
  ssoSessionIdleTimeout: 86_400,
  ssoSessionMaxLifespan: 86_400,
  ssoSessionIdleTimeoutRememberMe: 0,
  ssoSessionMaxLifespanRememberMe: 0,
  clientSessionIdleTimeout: 0,
  clientSessionMaxLifespan: 0,
  smtpServer: { host: 'mail.example', from: 'signin@example.com' },
  emailSender: 'smtp',
  attribute: () => null,
};

const broken = (settings: Partial<RealmSettings>) =>
  REALM_RULES.filter(({ problems }) => problems({ ...GOOD, ...settings }).length > 0).map(({ id }) => id);

describe('a realm', () => {
  test('with valid settings violates none', () => {
    expect(broken({})).toEqual([]);
  });

  test('with another email sender needs no mail server, but no unresolved variables either', () => {
    expect(broken({ smtpServer: {}, emailSender: 'provider' })).toEqual([]);
    expect(broken({ smtpServer: { from: `\${EMAIL_FROM}` }, emailSender: 'provider' })).toEqual([
      'mail-server',
    ]);
  });

  test('may refer to the vault, and needs no host if its routes do without its own mail server', () => {
    const smtpServer = { from: 'a@example.com', password: `\${vault.smtp}` };
    const attribute = (name: string) =>
      name === 'linkgate.email-routes' ? `a resend secret=\${vault.key}` : null;
    expect(broken({ smtpServer, attribute })).toEqual([]);
    expect(broken({ smtpServer })).toEqual(['mail-server']);
    expect(broken({ smtpServer: {}, attribute })).toEqual(['mail-server']);
  });

  test.each([
    ['no sender', 'mail-server', { smtpServer: { host: 'mail.example' } }],
    ['a variable as host', 'mail-server', { smtpServer: { host: `\${SMTP_HOST}`, from: 'a@example.com' } }],
    ['a registration form', 'registration', { registrationAllowed: true }],
    ['no login by address', 'registration', { loginWithEmailAllowed: false }],
    ['http for all', 'ssl-required', { sslRequired: 'none' }],
    ['short tokens', 'token-lifetimes', { accessTokenLifespan: 300 }],
    ['short sessions', 'session-lifetimes', { ssoSessionIdleTimeout: 1800 }],
    ['short remembered sessions', 'session-lifetimes', { ssoSessionMaxLifespanRememberMe: 3600 }],
    ['short client sessions', 'session-lifetimes', { clientSessionMaxLifespan: 60 }],
  ])('with an invalid setting violates one: %s, %s', (_, id, settings) => {
    expect(broken(settings)).toEqual([id]);
  });

  test.each([
    ['lifetime-other', 'accessTokenLifespan is 300 s instead of 3600', { accessTokenLifespan: 300 }],
    ['lifetime-short', 'ssoSessionMaxLifespan is 60 s, under 86400', { ssoSessionMaxLifespan: 60 }],
    ['off-loginWithEmailAllowed', 'loginWithEmailAllowed is off', { loginWithEmailAllowed: false }],
    ['setting-missing', 'smtpServer.from is not set', { smtpServer: { host: 'mail.example' } }],
  ])('has each violation with an ID and values, and in English: %s, %s', (id, message, settings) => {
    const found = REALM_RULES.flatMap(({ problems }) => problems({ ...GOOD, ...settings }));
    expect(found.map((one) => [one.id, one.message])).toEqual([[id, message]]);
    for (const value of Object.values(found[0]?.values ?? {})) expect(message).toContain(String(value));
  });

  test.each([
    ['linkgate.limit.link-ip', 'lots'],
    ['linkgate.limit.exempt', '10.0.0.0/8, 0.0.0.0/0'],
  ])('with %s at "%s" violates the rule of limits', (attribute, value) => {
    expect(broken({ attribute: (name) => (name === attribute ? value : null) })).toEqual(['limits']);
  });
});
