/** What Linkgate declares to Keycloak and to its own host. */

import { describe, expect, test } from 'vitest';
import { COMPATIBILITY, DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import {
  AUDIENCE_MAPPER,
  EMAIL_AUTHENTICATOR,
  EMAIL_VERIFIED_MAPPER,
  LINKS_ONLY_AUTHENTICATOR,
  LOCALE_SELECTOR,
  NAME_MAPPER,
  STEP_AUTHENTICATOR,
} from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import {
  ADMIN_RESOURCE,
  LINKS_ROLE,
  LONG_LINKS_ROLE,
} from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { REALM, SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';

const idsOf = (kind: string) =>
  DECLARATIONS.providers.filter((provider) => provider.kind === kind).map(({ id }) => id);

describe('the declared providers', () => {
  test('have unique IDs', () => {
    const ids: string[] = DECLARATIONS.providers.map(({ kind, id }) => `${kind} ${id}`);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('serve the contract’s paths', () => {
    expect(idsOf('realm-resource')).toEqual([
      'auth',
      'token',
      'userinfo',
      'introspect',
      'revoke',
      'request-magic-link',
      'verify-email',
      'invitation',
      'new-device',
      'sign-in-state',
      'session',
      'logos',
      'email-events',
      'linkgate',
      'my-account',
    ]);
  });

  test.each([
    ['auth', 'protocol'],
    ['token', 'protocol'],
    ['userinfo', 'protocol'],
    ['introspect', 'protocol'],
    ['revoke', 'protocol'],
    ['request-magic-link', 'rest'],
    ['verify-email', 'both'],
    ['invitation', 'both'],
    ['new-device', 'both'],
    ['sign-in-state', 'rest'],
    ['email-events', 'rest'],
    ['session', 'rest'],
    ['linkgate', 'rest'],
    ['my-account', 'rest'],
  ])('return errors at %s in the format %s', (id, format) => {
    const provider = DECLARATIONS.providers.find((one) => one.id === id && one.kind.endsWith('-resource'));
    expect(provider && 'format' in provider && provider.format).toBe(format);
  });

  test('serve the admin API', () => {
    expect(idsOf('admin-resource')).toEqual([ADMIN_RESOURCE]);
  });

  test.each([
    [NAME_MAPPER, 'name'],
    [EMAIL_VERIFIED_MAPPER, 'email_verified'],
  ])('have %s create the claim %s', (id, claim) => {
    expect(idsOf('protocol-mapper')).toEqual([NAME_MAPPER, EMAIL_VERIFIED_MAPPER]);
    const mapper = DECLARATIONS.providers.find((provider) => provider.id === id);
    expect(mapper && 'claim' in mapper && mapper.claim).toBe(claim);
  });

  test('name the audiences of API scopes', () => {
    expect(idsOf('audience-mapper')).toEqual([AUDIENCE_MAPPER]);
  });

  test('select languages before Keycloak’s own selector, which has no order', () => {
    expect(idsOf('locale-selector')).toEqual([LOCALE_SELECTOR]);
    const selector = DECLARATIONS.providers.find(({ id }) => id === LOCALE_SELECTOR);
    expect(selector).not.toBe(undefined);
    expect(Number(COMPATIBILITY.order) > 0).toBe(true);
  });

  test('introspect access tokens instead of Keycloak', () => {
    expect(idsOf('introspection')).toEqual(['access_token']);
  });

  test('see each use of a refresh token before Keycloak validates it', () => {
    expect(idsOf('refresh-grant')).toEqual(['refresh_token']);
  });

  test('serve the well-known documents', () => {
    const documents = DECLARATIONS.providers.filter(({ kind }) => kind === 'well-known');
    expect(documents.map((provider) => ('alias' in provider ? provider.alias : ''))).toEqual([
      'openid-configuration',
      'oauth-authorization-server',
      'jwks.json',
      'uma2-configuration',
    ]);
  });

  test('come before Keycloak’s own documents, whose priority is 100', () => {
    for (const provider of DECLARATIONS.providers)
      if ('priority' in provider) expect(provider.priority < 100).toBe(true);
  });

  test('have one sign-in step for each kind of realm, and one without a page', () => {
    const ids = [EMAIL_AUTHENTICATOR, STEP_AUTHENTICATOR, LINKS_ONLY_AUTHENTICATOR];
    expect(idsOf('authenticator')).toEqual(ids);
    expect(COMPATIBILITY['unavailable.steps']).toBe(ids.join(','));
  });

  test.each([
    [EMAIL_AUTHENTICATOR, 'stock'],
    [STEP_AUTHENTICATOR, 'linkgate'],
  ] as const)('declare for %s exactly the settings that act there', (id, other) => {
    const step = DECLARATIONS.providers.find((one) => one.id === id);
    const settings = step !== undefined && 'settings' in step ? step.settings : [];
    const acting = SETTINGS.step.filter(({ realms }) => realms !== other);
    expect(settings.map(({ name }) => name)).toEqual(acting.map(({ name }) => name));
    expect(acting.length < SETTINGS.step.length).toBe(true);
    for (const { helpText } of settings) expect(helpText).not.toMatch(/^(Only|Not) in Linkgate realms/);
  });

  test('have the same reference category for all steps', () => {
    const steps = DECLARATIONS.providers.filter(({ kind }) => kind === 'authenticator');
    expect(steps.map((step) => 'referenceCategory' in step && step.referenceCategory)).toEqual([
      'magic-link',
      'magic-link',
      'magic-link',
    ]);
  });

  test('declare for each sign-in step whether it requires a known user', () => {
    const steps = DECLARATIONS.providers.filter(({ kind }) => kind === 'authenticator');
    expect(steps.map((step) => [step.id, 'requiresUser' in step && step.requiresUser])).toEqual([
      [EMAIL_AUTHENTICATOR, false],
      [STEP_AUTHENTICATOR, false],
      // No page shows it: Keycloak lists it for no user.
      [LINKS_ONLY_AUTHENTICATOR, true],
    ]);
  });

  test('have one filter', () => {
    expect(idsOf('filter')).toEqual(['linkgate']);
  });

  test('keep the names that installations have stored', () => {
    expect(EMAIL_AUTHENTICATOR).toBe('linkgate-email');
    expect(STEP_AUTHENTICATOR).toBe('linkgate-step');
    expect(LINKS_ONLY_AUTHENTICATOR).toBe('linkgate-links-only');
    expect(NAME_MAPPER).toBe('linkgate-name');
    expect(EMAIL_VERIFIED_MAPPER).toBe('linkgate-email-verified');
    expect(ADMIN_RESOURCE).toBe('linkgate');
    expect([LINKS_ROLE, LONG_LINKS_ROLE]).toEqual(['linkgate-links', 'linkgate-long-links']);
    expect(REALM.backendLinks.name).toBe('linkgate.backend-links');
    expect(REALM.invitations.name).toBe('linkgate.invitations');
    expect(REALM.enabled.name).toBe('linkgate.enabled');
    expect(COMPATIBILITY.enabledBy).toBe(REALM.enabled.name);
  });

  test('enable a realm whose switch is neither empty nor `false`, in the host as well', () => {
    for (const value of ['true', 'TRUE', 'yes', '1', 'true ', 'False', ' '])
      expect(readSetting(REALM.enabled, value), value).toBe(true);
    for (const value of [null, undefined, '', 'false'])
      expect(readSetting(REALM.enabled, value), String(value)).toBe(false);
    expect(COMPATIBILITY.disabledBy?.split(',')).toEqual(['', 'false']);
  });
});

describe('the responses of the host itself', () => {
  const busy = 'The service is not available right now; please try again later';
  const failed = 'Something went wrong on our side; please try again';

  test('have Retry-After after an overload', () => {
    expect(DECLARATIONS.responses.overload).toEqual({
      status: 503,
      retryAfter: '2',
      protocol: { error: 'temporarily_unavailable', error_description: busy },
      rest: { error: 'temporarily_unavailable', message: busy },
      both: { error: 'temporarily_unavailable', error_description: busy, message: busy },
    });
  });

  test.each([
    ['bodyTooLarge', 413, 'the body is larger than 65536 bytes'],
    ['bodyWithoutLength', 411, 'Content-Length: required'],
    ['bodyTooSlow', 408, 'the body did not arrive in time'],
  ] as const)('name the problem of a body: %s', (name, status, text) => {
    const response = DECLARATIONS.responses[name];
    expect(response.status).toBe(status);
    expect(response.both).toEqual({ error: 'invalid_request', error_description: text, message: text });
  });

  test('reveal no internal details after a failure', () => {
    expect(DECLARATIONS.responses.failure).toEqual({
      status: 500,
      protocol: { error: 'server_error', error_description: failed },
      rest: { error: 'server_error', message: failed },
      both: { error: 'server_error', error_description: failed, message: failed },
    });
  });
});

describe('the declarations', () => {
  test('survive serialization as JSON', () => {
    expect(JSON.parse(JSON.stringify(DECLARATIONS))).toEqual(DECLARATIONS);
  });
});
