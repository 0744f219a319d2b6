/**
 * Filters the members of a registration request (RFC 7591, section 2, and Keycloak's own format): only members that a client may decide itself
 * reach Keycloak. Others are ignored, as the RFC requires, except URLs that the server would fetch: those reject the request.
 */

import { type Problem, problem } from '../platform/errors/problem.ts';
import { problemWithGivenName } from '../realm/branding/name.ts';
import { looksLikeLink } from '../realm/settings/link-like.ts';
import { BRANDING_PREFIX, TRANSLATED_ATTRIBUTES } from '../realm/settings/table.ts';
import { OFFLINE_SCOPE } from './refresh-tokens.ts';
import { DEFAULT_SCOPE } from './scope.ts';
import { CLAIMED_ATTRIBUTES, CLAIMED_FIELDS, IRREVERSIBLE, SECRET_ATTRIBUTE } from './self-registered.ts';

/** Members of the standard format. */
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

/** Members of Keycloak's own format. The irreversible ones are rejected later, with a specific reason. */
const OWN_FORM_MEMBERS: readonly string[] = [
  'clientId',
  'secret',
  'redirectUris',
  'webOrigins',
  ...CLAIMED_FIELDS,
  ...IRREVERSIBLE,
];

/** Members of either format, and attributes, with URLs that Keycloak would send requests to, now or when the client is used. */
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

/** Names and texts that are shown to users: no hidden characters, message keys or encoded words. */
const NAME_MEMBERS: readonly string[] = ['client_name', 'name', 'description'];
const NAME_ATTRIBUTES: readonly string[] = ['text', 'subject', 'sender-name', ...TRANSLATED_ATTRIBUTES].map(
  (name) => BRANDING_PREFIX + name,
);

/** The length of Keycloak's columns for a client's fields and lists, in characters. */
const MAX_FIELD_LENGTH = 255;
/** The longest attribute; no page or email shows more of one. */
const MAX_ATTRIBUTE_LENGTH = 2_048;
/** Members of the standard format that Keycloak stores as attributes. */
const LONG_MEMBERS: readonly string[] = [
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'backchannel_logout_uri',
  'frontchannel_logout_uri',
  'scope',
];

type Members = Readonly<Record<string, unknown>>;

/** Returns the members to pass on, or the name of one that rejects the request. */
export function readMembers(body: Members): { members: Members } | { rejected: string } {
  const attributes = isObject(body.attributes) ? body.attributes : {};
  const rejected =
    FETCHED_MEMBERS.find((name) => isGiven(body[name])) ??
    (isGiven(body.subject_type) && body.subject_type !== 'public' ? 'subject_type' : undefined) ??
    (hasPairwiseMapper(body.protocolMappers) ? 'protocolMappers' : undefined) ??
    FETCHED_ATTRIBUTES.find((name) => isGiven(attributes[name]));
  if (rejected !== undefined) return { rejected };
  const isOwn = (name: string) => SECRET_ATTRIBUTE.test(name) || CLAIMED_ATTRIBUTES.includes(name);
  return {
    members: {
      ...pick(
        withRegisteredScope(body),
        (name) => STANDARD_MEMBERS.includes(name) || OWN_FORM_MEMBERS.includes(name),
      ),
      ...(body.attributes === undefined ? {} : { attributes: pick(attributes, isOwn) }),
    },
  };
}

/** Scopes that nobody registers: every client has the first, and administrators decide about the other. */
const UNREGISTERED_SCOPES: readonly string[] = [DEFAULT_SCOPE, OFFLINE_SCOPE];

/** Without them in `scope`: clients request what discovery lists, and Keycloak would reject the request. */
function withRegisteredScope({ scope, ...others }: Members): Members {
  if (typeof scope !== 'string') return scope === undefined ? others : { ...others, scope };
  const values = scope.split(' ');
  const left = values.filter((value) => !UNREGISTERED_SCOPES.includes(value));
  if (left.length === values.length) return { ...others, scope };
  return left.length === 0 ? others : { ...others, scope: left.join(' ') };
}

/** Validates the texts among the members; null if all are valid. */
export function problemWithTexts(members: Members): Problem | null {
  for (const [name, value] of Object.entries(members)) {
    const wrong =
      name === 'attributes' && isObject(value)
        ? problemWithAttributes(value)
        : problemWithMember(
            name,
            value,
            LONG_MEMBERS.includes(name) ? MAX_ATTRIBUTE_LENGTH : MAX_FIELD_LENGTH,
          );
    if (wrong !== null) return wrong;
    const given =
      NAME_MEMBERS.includes(name) && typeof value === 'string' ? problemWithGivenName(name, value) : null;
    if (given !== null) return given;
  }
  return null;
}

function problemWithAttributes(attributes: Members): Problem | null {
  for (const [name, value] of Object.entries(attributes)) {
    const wrong =
      problemWithMember(name, value, MAX_ATTRIBUTE_LENGTH) ??
      (NAME_ATTRIBUTES.includes(name) && typeof value === 'string'
        ? (problemWithGivenName(name, value) ?? problemWithLink(name, value))
        : null);
    if (wrong !== null) return wrong;
  }
  return null;
}

function problemWithLink(parameter: string, text: string): Problem | null {
  return looksLikeLink(text) ? problem('name_with_link', { parameter }) : null;
}

/** Validates a text or a list of texts. NUL can't be stored. */
function problemWithMember(parameter: string, value: unknown, max: number): Problem | null {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  const code = 'invalid_client_metadata';
  if (texts.some((text) => text.length > max)) return problem('too_long', { parameter, code, max });
  return texts.some((text) => text.includes('\u0000')) ? problem('member_not_storable', { parameter }) : null;
}

/** Whether a member has a value: RFC 7591 treats null as omitted, and clients send back empty lists that they received. */
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

function pick(all: Members, test: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(all).filter(([name]) => test(name)));
}
