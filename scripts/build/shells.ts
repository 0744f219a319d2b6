/** Generates the classes that Keycloak needs: one per provider that the scripts declare, which returns its id. */

const PACKAGE = 'org.linkgate.host';

/** Per kind of provider: the shell that a class extends, and the service it is registered as; none for the filter, which JAX-RS finds. */
const SHELLS: Record<string, { shell: string; service: string } | null> = {
  authenticator: {
    shell: 'ScriptAuthenticatorFactory',
    service: 'org.keycloak.authentication.AuthenticatorFactory',
  },
  'realm-resource': {
    shell: 'ScriptResourceFactory',
    service: 'org.keycloak.services.resource.RealmResourceProviderFactory',
  },
  'well-known': {
    shell: 'ScriptWellKnownFactory',
    service: 'org.keycloak.wellknown.WellKnownProviderFactory',
  },
  'protocol-mapper': { shell: 'ScriptMapperFactory', service: 'org.keycloak.protocol.ProtocolMapper' },
  'audience-mapper': { shell: 'ScriptAudienceFactory', service: 'org.keycloak.protocol.ProtocolMapper' },
  'methods-mapper': { shell: 'ScriptMethodsMapperFactory', service: 'org.keycloak.protocol.ProtocolMapper' },
  introspection: {
    shell: 'ScriptIntrospectionFactory',
    service: 'org.keycloak.protocol.oidc.TokenIntrospectionProviderFactory',
  },
  'refresh-grant': {
    shell: 'ScriptRefreshGrantFactory',
    service: 'org.keycloak.protocol.oidc.grants.OAuth2GrantTypeFactory',
  },
  'login-protocol': {
    shell: 'ScriptLoginProtocolFactory',
    service: 'org.keycloak.protocol.LoginProtocolFactory',
  },
  'saml-protocol': {
    shell: 'ScriptSamlProtocolFactory',
    service: 'org.keycloak.protocol.LoginProtocolFactory',
  },
  'http-client': {
    shell: 'BoundedHttpClientFactory',
    service: 'org.keycloak.connections.httpclient.HttpClientFactory',
  },
  'admin-resource': {
    shell: 'ScriptAdminResourceFactory',
    service: 'org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory',
  },
  'event-listener': {
    shell: 'ScriptEventListenerFactory',
    service: 'org.keycloak.events.EventListenerProviderFactory',
  },
  passkey: {
    shell: 'ScriptPasskeyFactory',
    service: 'org.keycloak.authentication.RequiredActionFactory',
  },
  'identity-providers': {
    shell: 'ScriptProvidersFactory',
    service: 'org.keycloak.models.IdentityProviderStorageProviderFactory',
  },
  'identity-mapper': {
    shell: 'ScriptIdentityMapperFactory',
    service: 'org.keycloak.broker.provider.IdentityProviderMapper',
  },
  'email-sender': {
    shell: 'ScriptSenderFactory',
    service: 'org.keycloak.email.EmailSenderProviderFactory',
  },
  'locale-selector': {
    shell: 'ScriptLocaleFactory',
    service: 'org.keycloak.locale.LocaleSelectorProviderFactory',
  },
  filter: null,
};

/** Providers of the host itself. */
const HOST_SERVICES = {
  'org.keycloak.connections.jpa.entityprovider.JpaEntityProviderFactory': [`${PACKAGE}.Tables`],
  'org.keycloak.compatibility.CompatibilityMetadataProvider': [`${PACKAGE}.TablesVersion`],
};

/**
 * The Java sources and service files, by their paths below `generated/`.
 *
 * @throws Error for a kind that has no shell
 */
export function generatedShells(providers: readonly { kind: string; id: string }[]): Record<string, string> {
  const files: Record<string, string> = {};
  const services: Record<string, string[]> = structuredClone(HOST_SERVICES);
  for (const { kind, id } of providers) {
    const found = Object.hasOwn(SHELLS, kind) ? SHELLS[kind] : undefined;
    if (found === undefined) throw new Error(`${kind} "${id}": no shell for this kind`);
    if (found === null) continue;
    const name = `${className(id)}${className(kind)}`;
    const file = `java/${PACKAGE.replaceAll('.', '/')}/${name}.java`;
    if (Object.hasOwn(files, file)) throw new Error(`${kind} "${id}": another id has the same class name`);
    files[file] =
      `package ${PACKAGE};\n\npublic final class ${name} extends ${found.shell} {\n    @Override public String getId() { return ${JSON.stringify(id)}; }\n}\n`;
    services[found.service] = [...(services[found.service] ?? []), `${PACKAGE}.${name}`];
  }
  for (const [service, names] of Object.entries(services)) {
    files[`resources/META-INF/services/${service}`] = `${names.join('\n')}\n`;
  }
  return files;
}

/** `request-magic-link` → `RequestMagicLink`. */
function className(id: string): string {
  return id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
