/**
 * What of a registration request reaches Keycloak (RFC 7591, section 2, and Keycloak's own form of it): members that a client decides about
 * itself. Anything else is ignored, as the RFC has it, except what would have the server send requests: that is refused, before any of it.
 */
import { CLAIMED_ATTRIBUTES, CLAIMED_FIELDS, IRREVERSIBLE, SECRET_ATTRIBUTE } from './self-registered.ts';

/** Members of the standard form. */
const STANDARD_MEMBERS: readonly string[] = [
  'redirect_uris',
  'token_endpoint_auth_method',
  'grant_types',
  'response_types',
  'application_type',
  'client_id',
  'client_secret',
  'client_name',
  'client_uri',
  'logo_uri',
  'scope',
  'contacts',
  'tos_uri',
  'policy_uri',
  'software_id',
  'software_version',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
  'frontchannel_logout_uri',
  'frontchannel_logout_session_required',
];

/** Members of Keycloak's own form. The irreversible ones are refused later, with a reason of their own. */
const OWN_FORM_MEMBERS: readonly string[] = [
  'clientId',
  'secret',
  'redirectUris',
  'webOrigins',
  ...CLAIMED_FIELDS,
  ...IRREVERSIBLE,
];

/** Members of either form, and attributes, with URLs that Keycloak would fetch or send to: at once, or when the client is used. */
const FETCHED_MEMBERS: readonly string[] = [
  'sector_identifier_uri',
  'jwks_uri',
  'request_uris',
  'backchannel_client_notification_endpoint',
];
const FETCHED_ATTRIBUTES: readonly string[] = [
  'sectorIdentifierUri',
  'jwks.url',
  'request.uris',
  'ciba.backchannel.client.notification.endpoint',
];
const PAIRWISE_MAPPER = /-pairwise-sub-mapper$/;

type Members = Readonly<Record<string, unknown>>;

/** The members that Keycloak gets, or the name of one for which the request is refused. */
export function readMembers(body: Members): { members: Members } | { refused: string } {
  const attributes = isObject(body.attributes) ? body.attributes : {};
  const refused =
    FETCHED_MEMBERS.find((name) => isGiven(body[name])) ??
    (isGiven(body.subject_type) && body.subject_type !== 'public' ? 'subject_type' : undefined) ??
    (hasPairwiseMapper(body.protocolMappers) ? 'protocolMappers' : undefined) ??
    FETCHED_ATTRIBUTES.find((name) => isGiven(attributes[name]));
  if (refused !== undefined) return { refused };
  const isOwn = (name: string) => SECRET_ATTRIBUTE.test(name) || CLAIMED_ATTRIBUTES.includes(name);
  return {
    members: {
      ...choose(body, (name) => STANDARD_MEMBERS.includes(name) || OWN_FORM_MEMBERS.includes(name)),
      ...(body.attributes === undefined ? {} : { attributes: choose(attributes, isOwn) }),
    },
  };
}

/** RFC 7591 treats null as left out; clients send back empty lists that they were given. */
function isGiven(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

function hasPairwiseMapper(mappers: unknown): boolean {
  return (
    Array.isArray(mappers) &&
    mappers.some((mapper) => isObject(mapper) && PAIRWISE_MAPPER.test(String(mapper.protocolMapper)))
  );
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function choose(all: Members, test: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(all).filter(([name]) => test(name)));
}
