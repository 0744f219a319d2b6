/** The classes that are generated for Keycloak. */
import { describe, expect, test } from 'vitest';
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import { generatedShells } from '../../../scripts/build/shells.ts';

const JAVA = 'java/org/linkgate/host/';
const SERVICES = 'resources/META-INF/services/';

const classesOf = (files: Record<string, string>) =>
  Object.keys(files).filter((file) => file.startsWith(JAVA));

/** The classes in the service files. */
const registered = (files: Record<string, string>) =>
  Object.entries(files)
    .filter(([file]) => file.startsWith(SERVICES))
    .flatMap(([, text]) => text.trimEnd().split('\n'));

describe('a provider', () => {
  test('becomes a class that returns its id', () => {
    const files = generatedShells([{ kind: 'realm-resource', id: 'request-magic-link' }]);
    expect(classesOf(files)).toEqual([`${JAVA}RequestMagicLinkRealmResource.java`]);
    expect(files[`${JAVA}RequestMagicLinkRealmResource.java`]).toBe(`package org.linkgate.host;

public final class RequestMagicLinkRealmResource extends ScriptResourceFactory {
    @Override public String getId() { return "request-magic-link"; }
}
`);
  });

  test('is registered as its service', () => {
    const files = generatedShells([
      { kind: 'authenticator', id: 'a' },
      { kind: 'authenticator', id: 'b' },
    ]);
    expect(files[`${SERVICES}org.keycloak.authentication.AuthenticatorFactory`]).toBe(
      'org.linkgate.host.AAuthenticator\norg.linkgate.host.BAuthenticator\n',
    );
  });

  test.each([
    ['jwks.json', 'JwksJsonWellKnown'],
    ['linkgate-openid-configuration', 'LinkgateOpenidConfigurationWellKnown'],
    ['auth', 'AuthWellKnown'],
    ['a2-b', 'A2BWellKnown'],
  ])('with the id %s has a name that Java accepts', (id, name) => {
    const files = generatedShells([{ kind: 'well-known', id }]);
    expect(classesOf(files)).toEqual([`${JAVA}${name}.java`]);
    expect(files[`${JAVA}${name}.java`]).toContain(`return "${id}";`);
  });

  test('that is a filter needs no class', () => {
    expect(generatedShells([{ kind: 'filter', id: 'linkgate' }])).toEqual(generatedShells([]));
  });

  test.each([['mapper'], ['Filter'], [''], ['constructor'], ['toString'], ['__proto__']])(
    'of the unknown kind "%s" is an error',
    (kind) => {
      const providers = [
        { kind: 'authenticator', id: 'a' },
        { kind, id: 'address' },
      ];
      expect(() => generatedShells(providers)).toThrow(`${kind} "address": no shell for this kind`);
    },
  );

  test.each([
    ['the same', 'jwks.json'],
    ['distinguished only by a sign', 'jwks-json'],
    ['distinguished only by the case of a first letter', 'Jwks.Json'],
    ['distinguished only by two signs', 'jwks--json'],
  ])('with an id that is %s can’t share another’s class', (_, id) => {
    const providers = [
      { kind: 'well-known', id: 'jwks.json' },
      { kind: 'well-known', id },
    ];
    expect(() => generatedShells(providers)).toThrow(
      `well-known "${id}": another id has the same class name`,
    );
  });

  test('may have the id of one of another kind', () => {
    const files = generatedShells([
      { kind: 'well-known', id: 'auth' },
      { kind: 'realm-resource', id: 'auth' },
      { kind: 'filter', id: 'auth' },
    ]);
    expect(classesOf(files)).toEqual([`${JAVA}AuthWellKnown.java`, `${JAVA}AuthRealmResource.java`]);
  });

  test.each([
    ['protocol-mapper', 'ScriptMapperFactory', 'org.keycloak.protocol.ProtocolMapper'],
    ['audience-mapper', 'ScriptAudienceFactory', 'org.keycloak.protocol.ProtocolMapper'],
    [
      'introspection',
      'ScriptIntrospectionFactory',
      'org.keycloak.protocol.oidc.TokenIntrospectionProviderFactory',
    ],
    ['email-sender', 'ScriptSenderFactory', 'org.keycloak.email.EmailSenderProviderFactory'],
    ['locale-selector', 'ScriptLocaleFactory', 'org.keycloak.locale.LocaleSelectorProviderFactory'],
    [
      'admin-resource',
      'ScriptAdminResourceFactory',
      'org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory',
    ],
  ])('of the kind %s extends %s', (kind, shell, service) => {
    const files = generatedShells([{ kind, id: 'x' }]);
    const name = files[`${SERVICES}${service}`]?.trimEnd().split('.').at(-1);
    expect(files[`${JAVA}${name}.java`]).toContain(`public final class ${name} extends ${shell} {`);
  });
});

const TABLES = 'org.linkgate.host.Tables';

describe('the product', () => {
  const files = generatedShells(DECLARATIONS.providers);

  test('has one class for each declared provider but the filter', () => {
    const declared = DECLARATIONS.providers.filter(({ kind }) => kind !== 'filter');
    expect(classesOf(files)).toHaveLength(declared.length);
    // Providers of two kinds may have the same ID.
    for (const { id } of declared) {
      const sources = Object.values(files).filter((text) => text.includes(`return ${JSON.stringify(id)};`));
      expect(sources).toHaveLength(declared.filter((other) => other.id === id).length);
    }
  });

  test('registers every class once, and those of the tables', () => {
    const names = classesOf(files).map(
      (file) => `org.linkgate.host.${file.slice(JAVA.length, -'.java'.length)}`,
    );
    expect(registered(files).sort()).toEqual([...names, TABLES, `${TABLES}Version`].sort());
  });

  test.each([
    ['its tables', 'connections.jpa.entityprovider.JpaEntityProviderFactory', TABLES],
    ['their version for rolling updates', 'compatibility.CompatibilityMetadataProvider', `${TABLES}Version`],
  ])('registers %s', (_, service, name) => {
    expect(files[`${SERVICES}org.keycloak.${service}`]).toBe(`${name}\n`);
  });
});
