/** Declares what Linkgate provides to Keycloak: ids, names, help texts, settings, and the host's own numbers. */

import { AUDIENCE_OPTION } from './clients/api-scopes.ts';
import { MAX_REPORT_BYTES } from './email/feedback/batch-limits.ts';
import { REFRESH_GRANT } from './endpoints/keycloak/oauth/token/validate.ts';
import { NOT_SERVED_TEXTS, UNTESTED_TEXT } from './endpoints/server/version.ts';
import { HANDLED_EVENTS } from './endpoints/upkeep/handled-events.ts';
import { problemKind } from './http/pages/problem-page.ts';
import { MAX_BODY_BYTES } from './http/request/body-limit.ts';
import { errorBody } from './http/response/error-body.ts';
import { OWN_RESOURCES } from './http/response/formats.ts';
import { SCHEMA_VERSION } from './platform/database/schema.ts';
import { TABLES_IN_STATEMENTS } from './platform/database/table-names.ts';
import { wireCode } from './platform/errors/catalogue/codes.ts';
import { type Problem, problem } from './platform/errors/problem.ts';
import {
  ACCEPTED_HEADER,
  ARRIVAL_MAPPER,
  AUDIENCE_MAPPER,
  EMAIL_SENDER,
  EMAIL_VERIFIED_MAPPER,
  EVENT_LISTENER,
  LINKS_ONLY_AUTHENTICATOR,
  LOCALE_SELECTOR,
  LOGIN_PROTOCOL,
  METHODS_MAPPER,
  NAME_MAPPER,
  PASSKEY_ABLE_NOTE,
  PASSKEY_ACTION,
  PROVIDER_STORE,
  SAML_PROTOCOL,
} from './platform/keycloak/provider-ids.ts';
import {
  ADMIN_PAGES_RESOURCE,
  ADMIN_RESOURCE,
  EMAIL_EVENTS_RESOURCE,
} from './platform/keycloak/resources.ts';
import { LINKS_ONLY_SETTINGS, ownSettings } from './realm/flow/declared.ts';
import { LINKS_ONLY_NAME, STEP_IDS, STEP_NAMES, stepMadeFor } from './realm/flow/step-ids.ts';
import { OFF_VALUES, REALM } from './realm/settings/table.ts';

/** Numbers of the runtime itself. */
const RUNTIME = {
  /** Bodies are collected up to this size before a worker thread is used; a body declared larger isn't collected. */
  bodyBytes: MAX_BODY_BYTES,
  /** The same at one of Linkgate's resources below a realm; such a body takes several places. */
  largeBodyBytes: MAX_REPORT_BYTES,
  largeBodies: EMAIL_EVENTS_RESOURCE,
  /** How long a body may take to arrive. */
  bodyMillis: 10_000,
  /** How many bodies a node collects at a time, over all senders; one more drops the oldest. */
  bodiesAtOnce: 1000,
  /** How long a rejected sender may continue, so that it reads the response, before the connection is closed. */
  bodyLingerMillis: 1000,
  /** Emails being sent per node, as a share of the HTTP threads. */
  emailShareOfHttpThreads: 0.25,
  /** How much of it a realm gets at most, for all of its routes. */
  emailShareOfRealm: 0.75,
  /** Queued emails, likewise: each blocks the request that sends it, and other requests need threads, too. */
  waitingEmailShareOfHttpThreads: 0.6,
  /** How many emails of a realm may be queued per free place in the queue. */
  waitingEmailsPerFreePlace: 4,
  /** Mail servers that a node remembers, one per realm and route; connections to a forgotten one aren't reused. */
  keptMailServers: 512,
  /** Connections to mail servers that a node keeps open for the next email. */
  keptMailConnections: 64,
  emailsPerConnection: 100,
  /** A connection used this recently isn't checked for being alive. */
  mailConnectionTrustedSeconds: 5,
  /** Mail servers wait longer than this for the next email. */
  mailConnectionIdleSeconds: 30,
  /** Requests to clients' own URLs that a node sends at a time, outside users' requests. */
  deliveriesAtOnce: 32,
  /** How much of an email service's response is read; a longer one counts as unreadable. */
  emailResponseBytes: 16_384,
  /** Questions to the DNS that a node asks at a time; one more gets no answer. */
  dnsAtOnce: 8,
  /** How many records of an answer are read. */
  dnsRecords: 50,
  /** How many more may be queued; the rest is not sent. */
  waitingDeliveries: 2000,
  /** The total timeout of any other request that the server sends, such as one to an identity provider. */
  fetchMillis: 5000,
  /** The largest client ID metadata document that is read (draft-ietf-oauth-client-id-metadata-document-02, section 8.7). */
  documentBytes: 5120,
  /** How many documents a node fetches at a time; a request for one more is rejected. */
  documentsAtOnce: 8,
  /** How often expired rows are removed; `--spi-jpa-entity-provider--linkgate--upkeep-seconds` sets another interval. */
  upkeepSeconds: 300,
  /** How often each node stores what it has counted for the administrators' overview. */
  flushMillis: 30_000,
  /** How many callers a node counts separately under a limit; further ones share counters by network. */
  counterCallers: 262_144,
  /** How many counters these networks share. */
  counterNetworks: 4096,
  /** How long after a request its count is reported to the cluster's other nodes; with the transfer, within a second. */
  reportMillis: 500,
  /** For how many callers a node stores unreported requests; requests of further callers aren't reported. */
  unreportedCallers: 16_384,
  /** Of how many services that may fail a node remembers how their last calls ended. */
  rememberedKeys: 4096,
  /** Keycloak's default, in case it can't be read. */
  httpThreadsIfUnknown: 50,
} as const;

const OVERLOAD_RETRY_SECONDS = 2;
const OVERLOAD = problem('temporarily_unavailable');

/** Keycloak's endpoints that are served unchanged at the contract's paths. */
const KEYCLOAK_PATHS = ['auth', 'token', 'userinfo', 'introspect', 'revoke'] as const;

/** A response that the host sends by itself, in every format. */
function hostResponse(wrong: Problem, retrySeconds?: number) {
  return {
    status: wrong.status,
    ...(retrySeconds === undefined ? {} : { retryAfter: String(retrySeconds) }),
    protocol: errorBody('protocol', wrong),
    rest: errorBody('rest', wrong),
    both: errorBody('both', wrong),
  };
}

/** What the host needs on a server on which Linkgate isn't served; texts, written to `compatibility.properties`. */
export const COMPATIBILITY: Readonly<Record<string, string>> = {
  enabledBy: REALM.enabled.name,
  disabledBy: OFF_VALUES.join(','),
  ...NOT_SERVED_TEXTS,
  untested: UNTESTED_TEXT,
  // Of the selector of languages: Keycloak uses the provider with the highest order; its own has none.
  order: '10',
  ...Object.fromEntries(
    Object.entries({
      ...hostResponse(OVERLOAD, OVERLOAD_RETRY_SECONDS),
      kind: problemKind(OVERLOAD),
      code: wireCode(OVERLOAD.code),
      text: OVERLOAD.text,
      steps: STEP_IDS.join(','),
    }).map(([name, value]) => [
      `unavailable.${name}`,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ),
};

/** In a stock realm, for flows whose links only a backend requests. */
const LINKS_ONLY = {
  kind: 'authenticator',
  id: LINKS_ONLY_AUTHENTICATOR,
  displayType: LINKS_ONLY_NAME,
  referenceCategory: 'magic-link',
  helpText:
    'For a stock realm: completed only by a link that a backend requested; no page shows it. An alternative beside others, never required.',
  requiresUser: true,
  settings: ownSettings('stock').filter(({ name }) => LINKS_ONLY_SETTINGS.includes(name)),
};

/** Keycloak lists all of them in every realm, as it lists their settings: each kind of realm therefore has one of its own. */
const AUTHENTICATORS = (
  [
    [
      'linkgate',
      'For a Linkgate realm: prompts for an email address and sends a link that signs the user in once.',
    ],
    [
      'stock',
      'For a stock realm: prompts for an email address and sends a link that completes this step once.',
    ],
  ] as const
).map(([realm, helpText]) => ({
  kind: 'authenticator',
  id: stepMadeFor(realm),
  displayType: STEP_NAMES[realm],
  referenceCategory: 'magic-link',
  helpText,
  // The step identifies the user; only a second factor requires a known one.
  requiresUser: false,
  settings: ownSettings(realm),
}));

/** The declarations for the build and the host; written to `providers.json`. */
export const DECLARATIONS = {
  schema: String(SCHEMA_VERSION),
  acceptedHeader: ACCEPTED_HEADER,
  runtime: RUNTIME,
  tables: TABLES_IN_STATEMENTS,
  responses: {
    overload: hostResponse(OVERLOAD, OVERLOAD_RETRY_SECONDS),
    failure: hostResponse(problem('server_error')),
    bodyTooLarge: hostResponse(problem('body_too_large', { bytes: MAX_BODY_BYTES })),
    bodyWithoutLength: hostResponse(problem('body_without_length')),
    bodyTooSlow: hostResponse(problem('body_too_slow')),
  },
  // The requests that may continue or end a tab, or change an address, in a stock realm with the step: by class, and by resource below the realm.
  stepRealm: {
    classes: [
      'AccountRestService',
      'AuthorizationEndpoint',
      'DeviceEndpoint',
      'LoginActionsService',
      'SamlService',
      'SessionResource',
    ],
    resource: 'broker',
  },
  providers: [
    ...AUTHENTICATORS,
    LINKS_ONLY,
    ...KEYCLOAK_PATHS.map((id) => ({ kind: 'realm-resource', id, serves: 'keycloak', format: 'protocol' })),
    ...Object.entries(OWN_RESOURCES).map(([id, format]) => ({
      kind: 'realm-resource',
      id,
      serves: 'script',
      format,
      // In a stock realm, for links that a step of its flows has sent, for invitations, for administrators, and for what email services report.
      forSteps: [
        'verify-email',
        'sign-in-state',
        'invitation',
        ADMIN_PAGES_RESOURCE,
        EMAIL_EVENTS_RESOURCE,
      ].includes(id),
    })),
    { kind: 'admin-resource', id: ADMIN_RESOURCE, format: 'rest' },
    // Keycloak's own document has priority 100; the lower number wins. As Keycloak's, only the second is served below the server as well (RFC 8414, section 3).
    ...['openid-configuration', 'oauth-authorization-server'].map((alias) => ({
      kind: 'well-known',
      id: `linkgate-${alias}`,
      alias,
      priority: 10,
      serverMetadata: alias === 'oauth-authorization-server',
    })),
    { kind: 'well-known', id: 'jwks.json', alias: 'jwks.json', priority: 10 },
    // Not found in a Linkgate realm, which has no UMA. Keycloak's own document has priority 1.
    { kind: 'well-known', id: 'linkgate-uma2-configuration', alias: 'uma2-configuration', priority: 0 },
    {
      kind: 'protocol-mapper',
      id: NAME_MAPPER,
      claim: 'name',
      displayType: 'Linkgate: name',
      helpText: "The user's full name; if there is none, the part of the email address before the @.",
    },
    {
      kind: 'protocol-mapper',
      id: EMAIL_VERIFIED_MAPPER,
      claim: 'email_verified',
      displayType: 'Linkgate: email verified',
      helpText:
        'Whether a link, or an administrator, verified the email, also for accounts of a store that can only be read.',
    },
    {
      kind: 'audience-mapper',
      id: AUDIENCE_MAPPER,
      displayType: 'Linkgate: audience',
      helpText:
        'For an API scope: whom access tokens are for. A request that names one resource (RFC 8707) gets a token for it alone.',
      option: {
        name: AUDIENCE_OPTION,
        label: 'Audience',
        helpText: 'An absolute URI, such as https://api.example.com, or the ID of a client.',
      },
    },
    { kind: 'methods-mapper', id: METHODS_MAPPER },
    // Keycloak's own id: our provider replaces Keycloak's.
    { kind: 'introspection', id: 'access_token' },
    { kind: 'refresh-grant', id: REFRESH_GRANT },
    { kind: 'login-protocol', id: LOGIN_PROTOCOL },
    { kind: 'saml-protocol', id: SAML_PROTOCOL },
    { kind: 'passkey', id: PASSKEY_ACTION, ableNote: PASSKEY_ABLE_NOTE },
    { kind: 'identity-providers', id: PROVIDER_STORE, mapper: ARRIVAL_MAPPER },
    {
      kind: 'identity-mapper',
      id: ARRIVAL_MAPPER,
      displayType: 'Linkgate: arrival',
      helpText: 'Sees who comes back from an identity provider, before the mappers of the provider.',
    },
    { kind: 'event-listener', id: EVENT_LISTENER, events: HANDLED_EVENTS },
    { kind: 'http-client', id: 'default' },
    { kind: 'email-sender', id: EMAIL_SENDER },
    { kind: 'locale-selector', id: LOCALE_SELECTOR },
    { kind: 'filter', id: 'linkgate' },
  ],
} as const;
