/**
 * The fields that a self-registered client may set itself (contract, section 3.3), in Keycloak's representation. These are allow-lists: all other
 * fields that Keycloak would let such a request write remain as administrators set them.
 */

import CLIENT_DEFAULTS from '../../../realm-config/client.json' with { type: 'json' };
import { readSetting } from '../realm/settings/read.ts';
import { ALL_BRANDING_ATTRIBUTES, BRANDING_PREFIX, CLIENT } from '../realm/settings/table.ts';
import { withoutLoopbackPort } from './app-address.ts';
import { OPEN_STATES } from './approval.ts';

/** A client as Keycloak's `ClientRepresentation`; a field without a value is missing. */
export interface Representation {
  readonly clientId: string;
  readonly secret?: string | undefined;
  readonly redirectUris?: readonly string[];
  readonly webOrigins?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What a realm gives a new client: names of client scopes, and attributes. */
export interface NewClientDefaults {
  defaultClientScopes: readonly string[];
  optionalClientScopes: readonly string[];
  attributes?: Readonly<Record<string, string>>;
}

/** Fields by which a client describes itself before its approval; an administrator reviews and approves them. */
export const CLAIMED_FIELDS: readonly string[] = [
  'name',
  'description',
  'rootUrl',
  'baseUrl',
  'publicClient',
  'clientAuthenticatorType',
  'frontchannelLogout',
];
/** Keycloak's attribute of the URIs after signing out, and its separator between them. */
export const AFTER_LOGOUT_ATTRIBUTE = 'post.logout.redirect.uris';
export const URI_SEPARATOR = '##';

/** Attributes of the same kind. */
export const CLAIMED_ATTRIBUTES: readonly string[] = [
  ...ALL_BRANDING_ATTRIBUTES.map((name) => BRANDING_PREFIX + name),
  CLIENT.initiateLoginUri.name,
  'logoUri',
  'policyUri',
  'tosUri',
  AFTER_LOGOUT_ATTRIBUTE,
  'backchannel.logout.url',
  'backchannel.logout.session.required',
  'frontchannel.logout.url',
  'frontchannel.logout.session.required',
];
/** Attributes that Keycloak stores about a secret, which a client may change at any time. */
export const SECRET_ATTRIBUTE = /^client\.secret\./;

/** Fields that can't be restored once Keycloak has written them: a service account, a resource server, roles of all users. */
export const IRREVERSIBLE: readonly string[] = [
  'serviceAccountsEnabled',
  'authorizationServicesEnabled',
  'defaultRoles',
];

/**
 * Returns the client with only the changes that a registration request may make. A pending or suspended client describes itself; any other may change only its secret,
 * and its redirect URIs within the approved origins.
 *
 * @param before null for a client that the request has created
 * @param written the client as Keycloak wrote it
 * @param registration the attributes of a new client that say who registered it, and when
 */
export function allowedRepresentation(
  before: Representation | null,
  written: Representation,
  defaults: NewClientDefaults,
  registration: Readonly<Record<string, string>> = {},
): Representation {
  const basis = before ?? newSelfRegisteredClient(written, defaults, registration);
  const isOpen = OPEN_STATES.includes(readSetting(CLIENT.approval, basis.attributes?.[CLIENT.approval.name]));
  const claimed = (name: string) => isOpen && CLAIMED_FIELDS.includes(name);
  const isOwn = (name: string) =>
    SECRET_ATTRIBUTE.test(name) || (isOpen && CLAIMED_ATTRIBUTES.includes(name));
  const { redirectUris: approved = [], webOrigins = [] } = basis;
  const given = (written.redirectUris ?? []).map((uri) =>
    // An administrator may have set this one.
    approved.includes(uri) ? uri : withoutLoopbackPort(uri),
  );
  const requested = given.filter((uri, index) => given.indexOf(uri) === index);
  return {
    ...pick(basis, (name) => !claimed(name)),
    ...pick(written, claimed),
    clientId: basis.clientId,
    // A client that was public for a moment has lost its secret.
    secret: written.secret ?? basis.secret,
    redirectUris: isOpen ? requested : withinApprovedOrigins(approved, requested),
    webOrigins: isOpen ? ownOrigins(written) : webOrigins,
    attributes: {
      ...pick(basis.attributes ?? {}, (name) => !isOwn(name)),
      ...withoutLoopbackPorts(pick(written.attributes ?? {}, isOwn)),
    },
  };
}

/** Where users arrive after signing out, an app listens at any port, too. */
function withoutLoopbackPorts(attributes: Record<string, string>): Record<string, string> {
  const after = attributes[AFTER_LOGOUT_ATTRIBUTE];
  if (after === undefined) return attributes;
  const uris = after.split(URI_SEPARATOR).map(withoutLoopbackPort).join(URI_SEPARATOR);
  return { ...attributes, [AFTER_LOGOUT_ATTRIBUTE]: uris };
}

/** Returns the irreversible fields that Keycloak wrote and the client may not set. */
export function irreversibleChanges(allowed: Representation, written: Representation): string[] {
  const compared = (value: unknown) => JSON.stringify(value === false ? undefined : value);
  return IRREVERSIBLE.filter((name) => compared(allowed[name]) !== compared(written[name]));
}

/** Members of `client.json` that aren't defaults: its schema, and the fields that a client sets itself. */
const SET_BY_CLIENTS: readonly string[] = ['$schema', 'publicClient', 'webOrigins'];

/** Returns a newly registered client without its own fields: pending, with the defaults of a realm file's clients (`client.json`). */
export function newSelfRegisteredClient(
  { clientId, enabled }: Representation,
  { attributes: given, ...scopes }: NewClientDefaults,
  registration: Readonly<Record<string, string>> = {},
): Representation {
  return {
    ...pick<unknown>(CLIENT_DEFAULTS, (name) => !SET_BY_CLIENTS.includes(name)),
    clientId,
    protocol: 'openid-connect',
    // One of Keycloak's policies for registration disables them.
    enabled,
    alwaysDisplayInConsole: false,
    surrogateAuthRequired: false,
    bearerOnly: false,
    notBefore: 0,
    nodeReRegistrationTimeout: -1,
    authenticationFlowBindingOverrides: {},
    attributes: {
      [CLIENT.approval.name]: 'pending',
      ...CLIENT_DEFAULTS.attributes,
      ...given,
      ...registration,
    },
    protocolMappers: CLIENT_DEFAULTS.protocolMappers.map((mapper) => ({
      ...mapper,
      protocol: 'openid-connect',
      config: withClientId(mapper.config, clientId),
    })),
    ...scopes,
  };
}

/** Replaces `${CLIENT_ID}` in the file's values by the client's identifier. */
function withClientId(config: Readonly<Record<string, string>>, clientId: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string>(config).map(([name, value]) => [
      name,
      value.split(`\${CLIENT_ID}`).join(clientId),
    ]),
  );
}

function pick<T>(all: Readonly<Record<string, T>>, test: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries<T>(all).filter(([name]) => test(name)));
}

/** Scheme, host and port of an http or https URI, without wildcards. */
const ORIGIN = /^(https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)(?:[/?]|$)/i;

function originOf(uri: string): string | null {
  return ORIGIN.exec(uri)?.[1]?.toLowerCase() ?? null;
}

/** Any port of the user's own device is the same. */
function approvedOriginOf(uri: string): string | null {
  return originOf(withoutLoopbackPort(uri));
}

/** Returns the requested redirect URIs that were approved, or have an approved origin and no wildcard; the approved ones if none is left. */
function withinApprovedOrigins(approved: readonly string[], requested: readonly string[]): readonly string[] {
  const origins = approved.map(approvedOriginOf);
  const allowed = requested.filter((uri) => {
    const origin = approvedOriginOf(uri);
    return approved.includes(uri) || (origin !== null && origins.includes(origin) && !uri.includes('*'));
  });
  return allowed.length === 0 ? approved : allowed;
}

/**
 * Returns the requested web origins that are origins of the redirect URIs, or `+`, which stands for all of these: also for those on the user's own
 * device, whose ports aren't stored.
 */
function ownOrigins({ redirectUris = [], webOrigins = [] }: Representation): readonly string[] {
  const origins = redirectUris.map(originOf);
  const own = webOrigins.filter((webOrigin) => {
    const origin = originOf(webOrigin);
    return webOrigin === '+' || (origin !== null && origins.includes(origin));
  });
  if (!own.includes('+')) return own;
  const ported = redirectUris.filter((uri) => withoutLoopbackPort(uri) !== uri).map(originOf);
  return [...own, ...ported.filter((origin): origin is string => origin !== null && !own.includes(origin))];
}
