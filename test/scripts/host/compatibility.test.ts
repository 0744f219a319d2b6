/** A server that lacks what Linkgate uses: what its start loads of the plugin, and what the check at the start finds. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { librariesOf, REFERENCES } from '../../../scripts/build/java-types.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';

const run = promisify(execFile);
const PROBE = path.join(ROOT, 'test', 'host', 'HiddenClassesProbe.java');

/** The types that a class of the plugin must extend, so that Keycloak's build and start can't do without them. */
const EXTENDED = [
  'jakarta.ws.rs.container.ContainerRequestFilter',
  'jakarta.ws.rs.container.ContainerResponseFilter',
  'jakarta.ws.rs.ext.ExceptionMapper',
  'org.eclipse.microprofile.health.HealthCheck',
  'org.keycloak.authentication.requiredactions.WebAuthnPasswordlessRegisterFactory',
  'org.keycloak.broker.provider.AbstractIdentityProviderMapper',
  'org.keycloak.connections.httpclient.DefaultHttpClientFactory',
  'org.keycloak.models.IdentityProviderStorageProvider',
  'org.keycloak.models.cache.infinispan.idp.InfinispanIdentityProviderStorageProviderFactory',
  'org.keycloak.protocol.oidc.AccessTokenIntrospectionProviderFactory',
  'org.keycloak.protocol.oidc.OIDCLoginProtocolFactory',
  'org.keycloak.protocol.oidc.grants.RefreshTokenGrantTypeFactory',
  'org.keycloak.protocol.oidc.mappers.AbstractOIDCProtocolMapper',
  'org.keycloak.protocol.oidc.mappers.AmrProtocolMapper',
  'org.keycloak.protocol.oidc.mappers.OIDCAccessTokenMapper',
  'org.keycloak.protocol.oidc.mappers.OIDCIDTokenMapper',
  'org.keycloak.protocol.oidc.mappers.UserInfoTokenMapper',
  'org.keycloak.protocol.saml.SamlProtocolFactory',
  'org.keycloak.provider.Provider',
  'org.keycloak.provider.ServerInfoAwareProviderFactory',
];

describe('on a server that lacks what is used', () => {
  let seen: {
    loaded: number;
    needed: string[];
    missing: string[];
    missingClasses: string[];
    withoutOne: string[];
    withoutMember: string[];
    tookMembers: string[];
  };
  beforeAll(async () => {
    const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
    const { stdout } = await run('java', ['-cp', librariesOf(server).join(path.delimiter), PROBE, jar], {
      maxBuffer: 2 ** 24,
    });
    seen = JSON.parse(stdout) as typeof seen;
  });

  test('Keycloak loads the plugin without any class but those that it must extend', () => {
    expect(seen.loaded).toBeGreaterThan(DECLARATIONS.providers.length);
    expect(seen.needed).toEqual(EXTENDED);
  });

  test('the check finds nothing on a tested version', () => {
    expect([seen.missing, seen.missingClasses]).toEqual([[], []]);
  });

  test('the check names a class that is gone', () => {
    expect(seen.withoutOne).toEqual(['org.keycloak.protocol.RestartLoginCookie']);
  });

  test('the check names a member that is gone, with its parameters', () => {
    expect(seen.withoutMember).toEqual([
      'org.keycloak.services.managers.UserConsentManager.revokeConsentToClient(KeycloakSession,ClientModel,UserModel)boolean',
    ]);
  });

  test('the check looks at members on untested minor versions only', () => {
    expect(seen.tookMembers).toEqual([]);
  });

  test('the list names what scripts call, not all that has a name that they call', async () => {
    const list = await readFile(REFERENCES, 'utf8');
    const membersOf = (name: string) =>
      list
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .slice(1);
    expect(membersOf('org.keycloak.jose.jws.JWSInput')).toContain('readJsonContent(Class)Object');
    expect(membersOf('org.keycloak.jose.jws.JWSInput')).not.toContain('readJsonContent(TypeReference)Object');
    expect(membersOf('org.keycloak.models.UserModel')).toContain('getCreatedTimestamp()Long');
    expect(membersOf('org.keycloak.models.ClientModel')).not.toContain('getCreatedTimestamp()Long');
    expect(membersOf('org.keycloak.services.managers.RealmManager')).toContain('new(KeycloakSession)');
  });
});
