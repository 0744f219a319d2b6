/** Configuration faults and valid choices of administrators, each applied to a conforming realm and restored. */

import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type ClientScopeRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientScopeRepresentation.js';
import { inject } from 'vitest';
import {
  AUDIENCE_MAPPER,
  EMAIL_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import {
  SETTABLE,
  SETTABLE_NAMES,
  type SettableLimit,
} from '../../provider-scripts/src/platform/limits/limits.ts';
import { LIMIT_SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { newAddress } from './email.ts';
import { makeFlow } from './flows.ts';
import { PASSKEY_FAULTS, passkeyPolicy } from './passkeys.ts';
import { all, client, linkSettings, mailServer, type Plant, realm } from './plant.ts';
import { startSmtpStub } from './smtp-stub.ts';

/** A fault: its description, the check that must report it, and how to apply it. */
export interface PlantedFault {
  fault: string;
  check: string;
  /** Words in the check's message. */
  message: RegExp;
  /** Words in the suggested fix, if the check has several. */
  fixes?: RegExp;
  /** Arguments of the check besides the realm. */
  args?: () => string[];
  plant: Plant;
}

/** The options that name the sample client, and an address to send an email to. */
function emailArguments(): string[] {
  const { client_id, redirect_uri } = inject('site').clients.web;
  return ['--client-id', client_id, '--redirect-uri', redirect_uri, '--email-to', newAddress()];
}

function publicClientArguments(): string[] {
  const { client_id, redirect_uri } = inject('site').clients.mobile;
  return ['--public-client-id', client_id, '--public-redirect-uri', redirect_uri];
}

async function otherKey(api: KeycloakAdminClient, name: string) {
  const { id } = await api.components.create({
    realm: name,
    name: 'other',
    providerId: 'ecdsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['10'], ecdsaEllipticCurveKey: ['P-256'] },
  });
  return async () => api.components.del({ realm: name, id });
}

async function noAudience(api: KeycloakAdminClient, name: string) {
  const [{ id = '', protocolMappers = [] } = {}] = await api.clients.find({
    realm: name,
    clientId: 'demo-web',
  });
  const [mapper = {}] = protocolMappers;
  await api.clients.delProtocolMapper({ realm: name, id, mapperId: mapper.id ?? '' });
  return async () => api.clients.addProtocolMapper({ realm: name, id }, mapper);
}

/** An identity provider whose first login flow has the sign-in step after another one. */
async function providerBehindAnotherStep(api: KeycloakAdminClient, name: string) {
  const realm = { realm: name };
  const steps = [{ provider: 'idp-create-user-if-unique' }, { provider: EMAIL_AUTHENTICATOR }];
  const flow = await makeFlow(name, steps, 'late link', api);
  const provider = {
    alias: 'late',
    providerId: 'oidc',
    enabled: true,
    firstBrokerLoginFlowAlias: flow.alias,
  };
  const urls = { authorizationUrl: 'https://idp.example/auth', tokenUrl: 'https://idp.example/token' };
  await api.identityProviders.create({ ...realm, ...provider, config: { clientId: 'us', ...urls } });
  return async () => {
    await api.identityProviders.del({ ...realm, alias: provider.alias });
    await flow.remove();
  };
}

/** A client's own mapper for that claim. */
function ownMapper(claim: string): Plant {
  return async (api, name) => {
    const [{ id = '' } = {}] = await api.clients.find({ realm: name, clientId: 'demo-shop' });
    await api.clients.addProtocolMapper(
      { realm: name, id },
      {
        name: claim,
        protocol: 'openid-connect',
        protocolMapper: 'oidc-usermodel-attribute-mapper',
        config: { 'user.attribute': 'locale', 'claim.name': claim, 'id.token.claim': 'true' },
      },
    );
    const mapper = await api.clients.findProtocolMapperByName({ realm: name, id, name: claim });
    return async () => api.clients.delProtocolMapper({ realm: name, id, mapperId: mapper?.id ?? '' });
  };
}

async function openSaml(api: KeycloakAdminClient, name: string) {
  // Without its own keys, which take Keycloak long to generate.
  const attributes = { 'saml.client.signature': 'false' };
  const { id } = await api.clients.create({
    realm: name,
    clientId: 'legacy-shop',
    protocol: 'saml',
    attributes,
  });
  const close = await realm({ attributes: { 'linkgate.allowed-protocols': 'saml' } })(api, name);
  return async () => {
    await close();
    await api.clients.del({ realm: name, id });
  };
}

async function foreignScope(api: KeycloakAdminClient, name: string) {
  const [{ id = '' } = {}] = await api.clients.find({ realm: name, clientId: 'demo-web' });
  const scope = await api.clientScopes.findOneByName({ realm: name, name: 'roles' });
  const query = { realm: name, id, clientScopeId: scope?.id ?? '' };
  await api.clients.addDefaultClientScope(query);
  return async () => api.clients.delDefaultClientScope(query);
}

/** Keycloak's scope of service accounts, marked as an API scope. */
async function markedServiceAccount(api: KeycloakAdminClient, name: string) {
  const scope = await api.clientScopes.findOneByName({ realm: name, name: 'service_account' });
  const mark = async (value: string) =>
    api.clientScopes.update(
      { realm: name, id: scope?.id ?? '' },
      { ...scope, attributes: { ...scope?.attributes, 'linkgate.api-scope': value } },
    );
  await mark('true');
  return async () => mark('false');
}

/** An API scope that a client may have, with these differences. */
function apiScope({ attributes, ...change }: ClientScopeRepresentation): Plant {
  return async (api, name) => {
    const { id } = await api.clientScopes.create({
      realm: name,
      name: 'orders:read',
      protocol: 'openid-connect',
      protocolMappers: [AUDIENCE],
      ...change,
      attributes: {
        'linkgate.api-scope': 'true',
        'include.in.token.scope': 'true',
        'display.on.consent.screen': 'true',
        'consent.screen.text': 'Read your orders',
        ...attributes,
      },
    });
    return async () => api.clientScopes.del({ realm: name, id });
  };
}

const AUDIENCE = {
  name: 'audience',
  protocol: 'openid-connect',
  protocolMapper: AUDIENCE_MAPPER,
  config: { audience: 'https://orders.example.com' },
};
const EMAIL = {
  name: 'email',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: { 'user.attribute': 'email', 'claim.name': 'email', 'access.token.claim': 'true' },
};

async function noEmailClaim(api: KeycloakAdminClient, name: string) {
  const scope = await api.clientScopes.findOneByName({ realm: name, name: 'email' });
  const id = scope?.id ?? '';
  const mapper = scope?.protocolMappers?.find((found) => found.name === 'email') ?? {};
  await api.clientScopes.delProtocolMapper({ realm: name, id, mapperId: mapper.id ?? '' });
  return async () => api.clientScopes.addProtocolMapper({ realm: name, id }, mapper);
}

async function requiredName(api: KeycloakAdminClient, name: string) {
  const before = await api.users.getProfile({ realm: name });
  const attributes = (before.attributes ?? []).map((attribute) =>
    attribute.name === 'lastName' ? { ...attribute, required: { roles: ['user'] } } : attribute,
  );
  await api.users.updateProfile({ realm: name, ...before, attributes });
  return async () => api.users.updateProfile({ realm: name, ...before });
}

async function defaultAction(api: KeycloakAdminClient, name: string) {
  const alias = 'UPDATE_PASSWORD';
  const before = await api.authenticationManagement.getRequiredActionForAlias({ realm: name, alias });
  const put = (value: boolean) =>
    api.authenticationManagement.updateRequiredAction(
      { realm: name, alias },
      { ...before, defaultAction: value },
    );
  await put(true);
  return async () => put(false);
}

async function disabledLink(api: KeycloakAdminClient, name: string) {
  const flow = 'linkgate browser';
  const [step = {}] = await api.authenticationManagement.getExecutions({ realm: name, flow });
  const put = (requirement: string) =>
    api.authenticationManagement.updateExecution({ realm: name, flow }, { ...step, requirement });
  await put('DISABLED');
  return async () => put('REQUIRED');
}

/** The fix for a limit: the command that sets its default. */
function resetTo(policy: SettableLimit): RegExp {
  const { name, absent } = LIMIT_SETTINGS[policy];
  const setting = `attributes."${name}"=${absent}`;
  return new RegExp(`^kcadm\\.sh update realms/\\S+ -s '${setting.replaceAll('.', '\\.')}'$`);
}

/** A mail server that accepts the connection, but no sender. */
async function rejectingMailServer(api: KeycloakAdminClient, name: string) {
  const stub = await startSmtpStub({ MAIL: '553 5.1.8 unknown' });
  const restore = await mailServer({ port: String(stub.port) })(api, name);
  return async () => {
    await restore();
    stub.close();
  };
}

/** A client policy for every client that chooses a flow. */
function policyChoosing(alias: string): Plant {
  return async (api, name) => {
    const policy = {
      name: 'password',
      enabled: true,
      conditions: [{ condition: 'any-client', configuration: {} }],
      profiles: ['password'],
    };
    const executors = [{ executor: 'auth-flow-enforcer', configuration: { 'auth-flow-alias': alias } }];
    await api.clientPolicies.createProfiles({ realm: name, profiles: [{ name: 'password', executors }] });
    await api.clientPolicies.updatePolicy({ realm: name, policies: [policy] });
    return async () => {
      await api.clientPolicies.updatePolicy({ realm: name, policies: [] });
      await api.clientPolicies.createProfiles({ realm: name, profiles: [] });
    };
  };
}

/** Every fault, one at a time. */
export const FAULTS: readonly PlantedFault[] = [
  ...['passkeys', 'new-device-notices', 'account-page'].map((check) => ({
    fault: `a misspelt switch: ${check}`,
    check: 'settings',
    message: new RegExp(`realm: linkgate\\.${check} is "on", which is not one of true, false`),
    plant: realm({ attributes: { [`linkgate.${check}`]: 'on' } }),
  })),
  {
    fault: 'a shield by a service without a secret',
    check: 'settings',
    message: /realm: linkgate\.shield-service: .*turnstile.*vault/s,
    plant: realm({ attributes: { 'linkgate.shield-service': 'turnstile site-key=k' } }),
  },
  {
    fault: 'another flow bound',
    check: 'sign-in-flow',
    message: /flow browser/,
    plant: realm({ browserFlow: 'browser' }),
  },
  {
    fault: 'a step for links that is disabled',
    check: 'sign-in-flow',
    message: /flow linkgate browser: no enabled step linkgate-email that a sign-in can reach/,
    plant: disabledLink,
  },
  {
    fault: 'the step for stock realms in a flow',
    check: 'steps',
    message: /the flow wrong step has the step linkgate-step, which is skipped/,
    plant: async (api, name) => {
      const flow = await makeFlow(name, [{ provider: STEP_AUTHENTICATOR }], 'wrong step', api);
      return flow.remove;
    },
  },
  {
    fault: 'a client policy that chooses a flow without links',
    check: 'sign-in-flow',
    message: /client policies: flow browser: no enabled step linkgate-email that a sign-in can reach/,
    fixes: /named in its profile/,
    plant: policyChoosing('browser'),
  },
  {
    fault: 'links of half a minute',
    check: 'link-settings',
    message: /lifetime is "30", which is not a whole number from 60 to 86400/,
    plant: linkSettings({ lifetime: '30' }),
  },
  {
    fault: 'an invalid setting of one client',
    check: 'link-settings',
    message:
      /client demo-shop: linkgate\.sign-in\.confirm is "sometimes", which is not one of never, new-browser, always/,
    fixes: /attribute of the client/,
    plant: client('demo-shop', { attributes: { 'linkgate.sign-in.confirm': 'sometimes' } }),
  },
  { fault: 'a key of another algorithm', check: 'signing-keys', message: /ES256/, plant: otherKey },
  {
    fault: 'another signature algorithm for a client',
    check: 'signature-algorithms',
    message: /demo-web: id\.token\.signed\.response\.alg is PS256/,
    plant: client('demo-web', { attributes: { 'id.token.signed.response.alg': 'PS256' } }),
  },
  {
    fault: 'access tokens of five minutes',
    check: 'token-lifetimes',
    message: /accessTokenLifespan is 300/,
    plant: realm({ accessTokenLifespan: 300 }),
  },
  {
    fault: 'codes of a minute',
    check: 'token-lifetimes',
    message: /accessCodeLifespan is 60/,
    plant: realm({ accessCodeLifespan: 60 }),
  },
  {
    fault: 'sessions that end before their tokens',
    check: 'session-lifetimes',
    message: /ssoSessionIdleTimeout is 1800/,
    plant: realm({ ssoSessionIdleTimeout: 1800 }),
  },
  {
    fault: 'refresh tokens on',
    check: 'refresh-tokens',
    message: /demo-web/,
    plant: client('demo-web', { attributes: { 'use.refresh.tokens': 'true' } }),
  },
  {
    fault: 'a grace for refresh tokens that the client doesn’t get',
    check: 'refresh-tokens',
    message: /demo-shop: linkgate\.refresh-grace is true, but it gets no refresh tokens/,
    plant: client('demo-shop', { attributes: { 'linkgate.refresh-grace': 'true' } }),
  },
  {
    fault: 'passwords at the token endpoint',
    check: 'client-grants',
    message: /direct access grants/,
    plant: client('demo-web', { directAccessGrantsEnabled: true }),
  },
  {
    fault: 'the implicit flow',
    check: 'client-grants',
    message: /implicit/,
    plant: client('demo-spa', { implicitFlowEnabled: true }),
  },
  {
    fault: 'consent off at a client that registered itself',
    check: 'client-consent',
    message: /demo-shop: consent required is off, though it registered itself/,
    plant: client('demo-shop', {
      consentRequired: false,
      attributes: { 'linkgate.registered-at': '1700000000' },
    }),
  },
  {
    fault: 'no audience for introspection',
    check: 'client-audience',
    message: /demo-web/,
    plant: noAudience,
  },
  {
    fault: 'a client with full scope',
    check: 'client-full-scope',
    message: /demo-shop: full scope allowed is on/,
    plant: client('demo-shop', { fullScopeAllowed: true }),
  },
  {
    fault: 'a client whose own mappers set the user’s identity, and read addresses without consent',
    check: 'client-mappers',
    message:
      /demo-shop: its mapper email sets email, without the user's consent[\s\S]*its mapper sub sets sub/,
    plant: all(ownMapper('sub'), ownMapper('email')),
  },
  {
    fault: 'one PKCE method for a public client',
    check: 'client-pkce',
    message: /demo-mobile: .* is plain/,
    plant: client('demo-mobile', { attributes: { 'pkce.code.challenge.method': 'plain' } }),
  },
  {
    // The plugin requires PKCE of public clients regardless of their other settings.
    fault: 'no PKCE of an app that became a confidential client',
    check: 'auth-pkce',
    message: /without a redirect instead of invalid_request/,
    args: publicClientArguments,
    plant: client('demo-mobile', { publicClient: false }),
  },
  {
    fault: 'a scope with roles',
    check: 'client-scopes',
    message: /has the scope roles/,
    plant: foreignScope,
  },
  {
    fault: 'no mapper for the address',
    check: 'scope-claims',
    message: /client scope email/,
    plant: noEmailClaim,
  },
  {
    fault: 'a client that registered itself with the name of an API',
    check: 'client-names',
    message: /client demo-shop, which no administrator chose, is the audience of the API scope orders:read$/,
    plant: all(
      client('demo-shop', { attributes: { 'linkgate.registered-at': '1700000000' } }),
      apiScope({ protocolMappers: [{ ...AUDIENCE, config: { audience: 'demo-shop' } }] }),
    ),
  },
  {
    fault: 'an API scope without an audience',
    check: 'api-scopes',
    message: /client scope orders:read: it has 0 mappers linkgate-audience instead of 1/,
    plant: apiScope({ protocolMappers: [] }),
  },
  {
    fault: 'an API scope whose audience is a URI with a fragment',
    check: 'api-scopes',
    message: /its audience "https:\/\/a\.example#b" is neither/,
    plant: apiScope({ protocolMappers: [{ ...AUDIENCE, config: { audience: 'https://a.example#b' } }] }),
  },
  {
    fault: 'an API scope that releases the address',
    check: 'api-scopes',
    message: /its mapper email sets email$/,
    plant: apiScope({ protocolMappers: [AUDIENCE, EMAIL] }),
  },
  {
    fault: 'an API scope with a reserved name',
    check: 'api-scopes',
    message: /client scope service_account: its name is reserved/,
    plant: markedServiceAccount,
  },
  {
    fault: 'an API scope without a text for its consent',
    check: 'api-scopes',
    message: /its consent text \$\{linkgateScope\.orders\} isn’t translated: ar, de, en, es, fr, ja$/,
    plant: apiScope({ attributes: { 'consent.screen.text': `\${linkgateScope.orders}` } }),
  },
  {
    fault: 'an API scope that is granted without consent',
    check: 'api-scopes',
    message: /display on consent screen is off/,
    plant: apiScope({ attributes: { 'display.on.consent.screen': 'false' } }),
  },
  {
    fault: 'a misspelt choice of what happens to unknown scopes',
    check: 'settings',
    message: /linkgate\.unknown-scopes is "ignored", which is not one of reject, ignore/,
    plant: realm({ attributes: { 'linkgate.unknown-scopes': 'ignored' } }),
  },
  ...PASSKEY_FAULTS.map(({ finding, message, plant }) => ({
    fault: finding,
    check: 'passkeys',
    message: new RegExp(`^${message}$`),
    plant,
  })),
  {
    fault: 'an identity provider whose first login flow has the sign-in step too late',
    check: 'identity-providers',
    message: /provider late isn’t offered: flow late link doesn’t begin with the sign-in step/,
    plant: providerBehindAnotherStep,
  },
  {
    fault: 'the users’ own page without its client',
    check: 'account-page',
    message: /the client account is disabled/,
    plant: all(
      realm({ attributes: { 'linkgate.account-page': 'true' } }),
      client('account', { enabled: false }),
    ),
  },
  {
    fault: 'notices of new devices where none is remembered',
    check: 'new-device-notices',
    message: /the sign-in step remembers no devices/,
    plant: all(
      realm({ attributes: { 'linkgate.new-device-notices': 'true' } }),
      linkSettings({ rememberDevice: 'false' }),
    ),
  },
  {
    fault: 'an action for disposable addresses, where unlisted ones are rejected',
    check: 'sign-up-rules',
    message: /linkgate\.sign-up-disposable never acts/,
    plant: realm({
      attributes: {
        'linkgate.sign-up-rules': 'true',
        'linkgate.sign-up-unlisted': 'reject',
        'linkgate.sign-up-disposable': 'reject',
      },
    }),
  },
  {
    fault: 'a list of disposable domains where they are treated as any other',
    check: 'sign-up-rules',
    message: /linkgate\.sign-up-disposable-list decides nothing/,
    plant: realm({
      attributes: {
        'linkgate.sign-up-rules': 'true',
        'linkgate.sign-up-disposable-list': 'https://lists.example/disposable.txt',
      },
    }),
  },
  {
    fault: 'an email about rejections that never happen',
    check: 'sign-up-rules',
    message: /unlisted in linkgate\.sign-up-tell never acts/,
    plant: realm({
      attributes: { 'linkgate.sign-up-rules': 'true', 'linkgate.sign-up-tell': 'unlisted' },
    }),
  },
  {
    fault: 'redirect URIs with a wildcard',
    check: 'client-redirect-uris',
    message: /wildcard/,
    plant: client('demo-web', { redirectUris: ['https://app.example.com/*'] }),
  },
  {
    fault: 'a secret that is a placeholder',
    check: 'client-authentication',
    message: /demo-service/,
    plant: client('demo-service', { secret: `\${DEMO_SERVICE_SECRET}` }),
  },
  {
    fault: 'a misspelt approval',
    check: 'settings',
    message: /client demo-web: linkgate\.approval is "aproved"/,
    plant: client('demo-web', { attributes: { 'linkgate.approval': 'aproved' } }),
  },
  {
    fault: 'tokens that only Keycloak binds',
    check: 'client-dpop',
    message: /demo-web: dpop\.bound\.access\.tokens is true/,
    plant: client('demo-web', { attributes: { 'dpop.bound.access.tokens': 'true' } }),
  },
  {
    fault: 'an invalid colour',
    check: 'client-branding',
    message: /primary-color/,
    plant: client('demo-web', { attributes: { 'linkgate.branding.primary-color': 'red' } }),
  },
  {
    fault: 'a session state in the redirect',
    check: 'client-responses',
    message: /session_state/,
    plant: client('demo-web', { attributes: { 'exclude.session.state.from.auth.response': 'false' } }),
  },
  {
    fault: 'a profile form in the way',
    check: 'user-profile',
    message: /lastName is required/,
    plant: requiredName,
  },
  {
    fault: 'a default action for all users',
    check: 'required-actions',
    message: /UPDATE_PASSWORD/,
    plant: defaultAction,
  },
  {
    fault: 'registration open',
    check: 'registration',
    message: /registrationAllowed/,
    plant: realm({ registrationAllowed: true }),
  },
  {
    fault: 'Keycloak’s emails',
    check: 'themes',
    message: /email theme/,
    plant: realm({ emailTheme: 'keycloak' }),
  },
  {
    fault: 'no mail server',
    check: 'mail-server',
    message: /smtpServer\.host/,
    plant: realm({ smtpServer: {} }),
  },
  {
    fault: 'an unreachable mail server',
    check: 'email-sent',
    message: /503 .*temporarily_unavailable/,
    fixes: /email isn’t delivered.*host, port/,
    args: emailArguments,
    plant: rejectingMailServer,
  },
  {
    fault: 'a mail server that no server is at',
    check: 'mail-connection',
    message: /the mail server does not accept connections at its host and port \(CONNECT\)/,
    plant: mailServer({ port: '9' }),
  },
  {
    fault: 'an email route whose secret is in no vault',
    check: 'email-routes',
    message: /^the vault doesn’t give the secret of the route backup$/,
    plant: realm({ attributes: { 'linkgate.email-routes': `smtp; backup resend secret=\${vault.none}` } }),
  },
  {
    fault: 'an email route with a secret itself',
    check: 'settings',
    message: /linkgate\.email-routes: the route backup has no secret that refers to Keycloak’s vault/,
    plant: realm({ attributes: { 'linkgate.email-routes': 'smtp; backup resend secret=re_c0ffee' } }),
  },
  {
    fault: 'http for all requests',
    check: 'ssl-required',
    message: /none/,
    plant: realm({ sslRequired: 'none' }),
  },
  {
    fault: 'a protocol beside OpenID Connect',
    check: 'other-protocols',
    message: /^saml: clients sign users in without approval: legacy-shop$/,
    plant: openSaml,
  },
  {
    fault: 'a malformed limit',
    check: 'limits',
    message: /linkgate\.limit\.general is "lots", which is not of the form/,
    fixes: resetTo('general'),
    plant: realm({ attributes: { 'linkgate.limit.general': 'lots' } }),
  },
  {
    fault: 'a limit out of bounds',
    check: 'limits',
    message:
      /linkgate\.limit\.session is "20\/86400", which is not of the form count\/seconds, up to 100000\/3600/,
    fixes: resetTo('session'),
    plant: realm({ attributes: { 'linkgate.limit.session': '20/86400' } }),
  },
  {
    fault: 'limits off for all callers',
    check: 'limits',
    message: /exempts everybody/,
    fixes: /^kcadm\.sh update realms\/\S+ -s 'attributes\."linkgate\.limit\.exempt"=<[^"]+>'$/,
    plant: realm({ attributes: { 'linkgate.limit.exempt': '0.0.0.0/0, ::/0' } }),
  },
];

/** Valid choices of administrators: non-default values that still meet the contract. */
export const CHOICES: readonly { choice: string; plant: Plant }[] = [
  {
    choice: 'a limit of its own',
    plant: realm({ attributes: { [LIMIT_SETTINGS['link-email'].name]: '50/3600' } }),
  },
  {
    choice: 'a first-party client, without consent',
    plant: client('demo-shop', { consentRequired: false }),
  },
  {
    choice: 'every limit at its largest',
    plant: realm({
      attributes: Object.fromEntries(
        SETTABLE_NAMES.map((name) => [
          LIMIT_SETTINGS[name].name,
          `${SETTABLE[name].max.count}/${SETTABLE[name].max.seconds}`,
        ]),
      ),
    }),
  },
  {
    choice: 'networks of its own that are exempt from limits',
    plant: realm({ attributes: { 'linkgate.limit.exempt': '10.0.0.0/8, ::1, 127.0.0.1' } }),
  },
  {
    choice: 'other settings of the sign-in step',
    plant: linkSettings({ lifetime: '60', confirm: 'always', crossDevice: 'true', rememberDevice: 'false' }),
  },
  {
    choice: 'longer sessions',
    plant: realm({ ssoSessionIdleTimeout: 604_800, ssoSessionMaxLifespan: 2_592_000 }),
  },
  {
    choice: 'another sender of emails',
    plant: mailServer({ from: 'id@acme.example', fromDisplayName: 'Acme' }),
  },
  {
    choice: 'a client with settings and a branding of its own',
    plant: client('demo-shop', {
      attributes: { 'linkgate.sign-in.lifetime': '3600', 'linkgate.branding.primary-color': '#123456' },
    }),
  },
  { choice: 'an API scope', plant: apiScope({}) },
  {
    choice: 'unknown scopes that are ignored',
    plant: realm({ attributes: { 'linkgate.unknown-scopes': 'ignore' } }),
  },
  {
    choice: 'passkeys, offered once',
    plant: realm({
      attributes: { 'linkgate.passkeys': 'true', 'linkgate.passkey-offers': '1/0' },
      ...passkeyPolicy(true),
    }),
  },
  {
    choice: 'notices of new devices',
    plant: realm({ attributes: { 'linkgate.new-device-notices': 'true' } }),
  },
  { choice: 'rules for sign-up', plant: realm({ attributes: { 'linkgate.sign-up-rules': 'true' } }) },
  { choice: 'the users’ own page', plant: realm({ attributes: { 'linkgate.account-page': 'true' } }) },
  { choice: 'one language', plant: realm({ supportedLocales: ['de'], defaultLocale: 'de' }) },
];
