/** The realm and protocol in a path. */
import { describe, expect, test } from 'vitest';
import {
  partsBelowRealm,
  protocolOf,
  resourceOf,
} from '../../../../provider-scripts/src/http/request/realm-path.ts';

describe('a path', () => {
  test.each([
    ['/realms/acme/token', ['token']],
    ['realms/acme/token', ['token']],
    ['/realms/acme/protocol/openid-connect/token', ['protocol', 'openid-connect', 'token']],
    ['/realms/acme/', ['']],
    ['/realms/realms/realms/x', ['realms', 'x']],
  ])('below a realm has parts: %s', (path, parts) => {
    expect(partsBelowRealm(path)).toEqual(parts);
  });

  test.each([
    ['/realms/acme'],
    ['/realms'],
    ['/realms//token'],
    ['/admin/realms/acme/users'],
    ['/metrics'],
    [''],
  ])('outside of realms has none: %s', (path) => {
    expect(partsBelowRealm(path)).toBe(null);
    expect(resourceOf(path)).toBe('');
    expect(protocolOf(path)).toBe(null);
  });

  test.each([
    ['/realms/acme/protocol/saml', 'saml'],
    ['/realms/acme/protocol/saml;v=1/clients/x', 'saml'],
    ['/realms/acme/protocol/openid-connect/auth', 'openid-connect'],
    ['/realms/acme/protocol/', null],
    ['/realms/acme/session/protocol/saml', null],
    ['/realms/protocol/token', null],
  ])('names a protocol or none: %s', (path, protocol) => {
    expect(protocolOf(path)).toBe(protocol);
  });
});
