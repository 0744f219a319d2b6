/**
 * What a client that registers itself decides about itself (contract, section 3.3), in Keycloak's representation of it. These are lists of
 * what may change: whatever else Keycloak lets such a request write stays as administrators have it.
 */
import CLIENT_DEFAULTS from '../../../realm-config/client.json' with { type: 'json' };
import { BRANDING_ATTRIBUTES } from '../branding/branding.ts';
import { APPROVAL_ATTRIBUTE, readApproval } from './approval.ts';
import { INITIATE_LOGIN_ATTRIBUTE } from './initiate-login.ts';

/** A client as Keycloak's `ClientRepresentation` has it; a field without a value is missing. */
export interface Representation {
  readonly clientId: string;
  readonly secret?: string | undefined;
  readonly redirectUris?: readonly string[];
  readonly webOrigins?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Names of the scopes that a realm gives to a new client. */
export interface RealmScopes {
  defaultClientScopes: readonly string[];
  optionalClientScopes: readonly string[];
}

/** Fields in which a client says what it is, as long as it is pending: an administrator sees and approves that. */
export const CLAIMED_FIELDS: readonly string[] = [
  'name',
  'description',
  'rootUrl',
  'baseUrl',
  'publicClient',
  'clientAuthenticatorType',
  'frontchannelLogout',
];
/** Attributes of the same kind. */
export const CLAIMED_ATTRIBUTES: readonly string[] = [
  ...BRANDING_ATTRIBUTES.map((name) => `linkgate.branding.${name}`),
  INITIATE_LOGIN_ATTRIBUTE,
  'logoUri',
  'policyUri',
  'tosUri',
  'post.logout.redirect.uris',
  'backchannel.logout.url',
  'backchannel.logout.session.required',
  'frontchannel.logout.url',
  'frontchannel.logout.session.required',
];
/** What Keycloak notes about a secret, which a client may change at any time. */
export const SECRET_ATTRIBUTE = /^client\.secret\./;

/** What can't be put back as it was once Keycloak has written it: an account, a resource server, roles that everybody gets. */
export const IRREVERSIBLE: readonly string[] = [
  'serviceAccountsEnabled',
  'authorizationServicesEnabled',
  'defaultRoles',
];

/**
 * The client as it may be after a request to a registration endpoint: a pending one describes itself, any other changes only its secret and
 * its redirect URIs at the places that were approved.
 *
 * @param before null for a client that the request has made
 * @param written what Keycloak has made of the request
 */
export function allowedOf(
  before: Representation | null,
  written: Representation,
  scopes: RealmScopes,
): Representation {
  const basis = before ?? newcomer(written, scopes);
  const pending = readApproval(basis.attributes?.[APPROVAL_ATTRIBUTE]) === 'pending';
  const claimed = (name: string) => pending && CLAIMED_FIELDS.includes(name);
  const isOwn = (name: string) =>
    SECRET_ATTRIBUTE.test(name) || (pending && CLAIMED_ATTRIBUTES.includes(name));
  const { redirectUris: asked = [] } = written;
  const { redirectUris: approved = [], webOrigins = [] } = basis;
  return {
    ...choose(basis, (name) => !claimed(name)),
    ...choose(written, claimed),
    clientId: basis.clientId,
    // Who was a public client for a moment has lost it.
    secret: written.secret ?? basis.secret,
    redirectUris: pending ? asked : atSamePlaces(approved, asked),
    webOrigins: pending ? ownOrigins(written) : webOrigins,
    attributes: {
      ...choose(basis.attributes ?? {}, (name) => !isOwn(name)),
      ...choose(written.attributes ?? {}, isOwn),
    },
  };
}

/** What of a request can't be undone: the fields in which Keycloak's writing differs from what is allowed. */
export function irreversible(allowed: Representation, written: Representation): string[] {
  const compared = (value: unknown) => JSON.stringify(value === false ? undefined : value);
  return IRREVERSIBLE.filter((name) => compared(allowed[name]) !== compared(written[name]));
}

/** What isn't among a realm file's defaults of a client: what the file is called by, and what a client says itself. */
const SAID_BY_CLIENTS: readonly string[] = ['$schema', 'publicClient', 'webOrigins'];

/** A client that has just registered itself, apart from what it says: pending, and otherwise as one of a realm file (`client.json`). */
export function newcomer({ clientId, enabled }: Representation, scopes: RealmScopes): Representation {
  return {
    ...choose<unknown>(CLIENT_DEFAULTS, (name) => !SAID_BY_CLIENTS.includes(name)),
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
    attributes: { [APPROVAL_ATTRIBUTE]: 'pending', ...CLIENT_DEFAULTS.attributes },
    protocolMappers: CLIENT_DEFAULTS.protocolMappers.map((mapper) => ({
      ...mapper,
      protocol: 'openid-connect',
      config: filledIn(mapper.config, clientId),
    })),
    ...scopes,
  };
}

/** `${CLIENT_ID}` in a value of the file is the client's own id. */
function filledIn(config: Readonly<Record<string, string>>, clientId: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string>(config).map(([name, value]) => [
      name,
      value.split(`\${CLIENT_ID}`).join(clientId),
    ]),
  );
}

function choose<T>(all: Readonly<Record<string, T>>, test: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries<T>(all).filter(([name]) => test(name)));
}

/** Scheme, host and port of an http or https URI, without anything that would stand for more than one host. */
const ORIGIN = /^(https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)(?:[/?]|$)/i;

function originOf(uri: string): string | null {
  return ORIGIN.exec(uri)?.[1]?.toLowerCase() ?? null;
}

/** Of the redirect URIs asked for those that were approved, and whole ones of the same origins; those that were approved if none is left. */
function atSamePlaces(approved: readonly string[], asked: readonly string[]): readonly string[] {
  const origins = approved.map(originOf);
  const kept = asked.filter((uri) => {
    const origin = originOf(uri);
    return approved.includes(uri) || (origin !== null && origins.includes(origin) && !uri.includes('*'));
  });
  return kept.length === 0 ? approved : kept;
}

/** The web origins asked for that are those of its redirect URIs, which `+` stands for. */
function ownOrigins({ redirectUris = [], webOrigins = [] }: Representation): readonly string[] {
  const origins = redirectUris.map(originOf);
  return webOrigins.filter((webOrigin) => {
    const origin = originOf(webOrigin);
    return webOrigin === '+' || (origin !== null && origins.includes(origin));
  });
}
