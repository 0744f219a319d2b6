/** The rules on a realm's settings that server and conformance command share. */
import { describe, expect, test } from 'vitest';
import type { RealmSettings } from '../../../provider-scripts/src/realm-rules/rule.ts';
import { REALM_RULES } from '../../../provider-scripts/src/realm-rules/rules.ts';

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
  clientSessionIdleTimeout: 0,
  clientSessionMaxLifespan: 0,
  loginTheme: 'linkgate',
  emailTheme: 'acme',
  smtpServer: { host: 'mail.example', from: 'signin@example.com' },
  attribute: () => null,
};

const broken = (settings: Partial<RealmSettings>) =>
  REALM_RULES.filter(({ problems }) => problems({ ...GOOD, ...settings }).length > 0).map(({ id }) => id);

describe('a realm', () => {
  test('as it has to be breaks none', () => {
    expect(broken({})).toEqual([]);
  });

  test.each([
    [{ smtpServer: { host: 'mail.example' } }, 'mail-server'],
    [{ smtpServer: { host: `\${SMTP_HOST}`, from: 'a@example.com' } }, 'mail-server'],
    [{ loginTheme: null }, 'themes'],
    [{ emailTheme: 'keycloak.v2' }, 'themes'],
    [{ registrationAllowed: true }, 'registration'],
    [{ loginWithEmailAllowed: false }, 'registration'],
    [{ sslRequired: 'none' }, 'ssl-required'],
    [{ accessTokenLifespan: 300 }, 'token-lifetimes'],
    [{ ssoSessionIdleTimeout: 1800 }, 'session-lifetimes'],
    [{ clientSessionMaxLifespan: 60 }, 'session-lifetimes'],
  ])('with %j breaks one', (settings, id) => {
    expect(broken(settings)).toEqual([id]);
  });

  test.each([
    ['linkgate.rate.link-ip', 'lots'],
    ['linkgate.rate.exempt', '10.0.0.0/8, 0.0.0.0/0'],
  ])('with %s at "%s" breaks the one of limits', (attribute, value) => {
    expect(broken({ attribute: (name) => (name === attribute ? value : null) })).toEqual(['rate-policies']);
  });
});
