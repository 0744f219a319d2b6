/**
 * The client that a client ID metadata document describes (draft-ietf-oauth-client-id-metadata-document-02, section 4). Members that it doesn't
 * have here are ignored, since the document is for any server; no URL in it is fetched.
 */

import { parseJsonObject } from '../../http/request/json-object.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { withoutLoopbackPort } from '../app-address.ts';
import { type DocumentUrl, httpsHostOf, httpsOriginOf, isOwnRedirectUri } from '../document-url.ts';
import { problemWithTexts } from '../registered-members.ts';
import { AFTER_LOGOUT_ATTRIBUTE, type Representation, URI_SEPARATOR } from '../self-registered.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members that are shown to users and administrators, and Keycloak's attributes of them. */
const SHOWN_URLS = { logo_uri: 'logoUri', policy_uri: 'policyUri', tos_uri: 'tosUri' } as const;

/** The attributes that a document decides about. */
export const DOCUMENT_ATTRIBUTES: readonly string[] = [
  ...Object.entries<string>(SHOWN_URLS).map(([, attribute]) => attribute),
  AFTER_LOGOUT_ATTRIBUTE,
];

/** A document can't contain a secret. */
const SECRETS: readonly string[] = ['client_secret', 'client_secret_expires_at'];

/** More redirect URIs than a client has. */
const MAX_REDIRECT_URIS = 50;

/** Reads the document of the client with this ID, or returns why it isn't valid. */
export function readDocument(
  clientId: string,
  url: DocumentUrl,
  text: string,
): { client: Representation } | { problem: Problem } {
  const body = parseJsonObject(text);
  if ('details' in body) return { problem: problem('metadata_not_an_object') };
  const members = body.object;
  const wrong = problemOf(members, clientId, url);
  return wrong === null ? { client: clientOf(members, clientId, url) } : { problem: wrong };
}

function problemOf(members: Members, clientId: string, url: DocumentUrl): Problem | null {
  if (members.client_id !== clientId) return problem('document_of_other_client', { parameter: 'client_id' });
  const secret = SECRETS.find((name) => members[name] !== undefined);
  if (secret !== undefined) return problem('member_not_supported', { parameter: secret });
  const method = members.token_endpoint_auth_method;
  if (method !== undefined && method !== 'none')
    return problem('not_one_of', { parameter: 'token_endpoint_auth_method', choices: 'none' });
  return (
    problemWithList(members, 'grant_types', 'authorization_code') ??
    problemWithList(members, 'response_types', 'code') ??
    problemWithUrls(members) ??
    problemWithRedirectUris(members, url) ??
    problemWithTexts(shownMembers(members, url))
  );
}

/** A list that must have a value, if it is given. */
function problemWithList(members: Members, parameter: string, needed: string): Problem | null {
  const list = members[parameter];
  if (list === undefined || (Array.isArray(list) && list.includes(needed))) return null;
  return problem('document_list_without', { parameter, needed });
}

function problemWithUrls(members: Members): Problem | null {
  const wrong = ['client_uri', ...Object.keys(SHOWN_URLS)].find((name) => {
    const url = members[name];
    return url !== undefined && (typeof url !== 'string' || httpsHostOf(url) === null);
  });
  return wrong === undefined ? null : problem('document_url_not_https', { parameter: wrong });
}

function problemWithRedirectUris(members: Members, url: DocumentUrl): Problem | null {
  const parameter = 'redirect_uris';
  const uris = textsIn(members, parameter);
  if (uris.length > MAX_REDIRECT_URIS)
    return problem('document_list_too_long', { parameter, max: MAX_REDIRECT_URIS });
  return ownUris(members, parameter, url).length === 0
    ? problem('document_without_own_redirect', { parameter, origin: url.origin })
    : null;
}

/** The members that reach Keycloak. */
function shownMembers(members: Members, url: DocumentUrl): Members {
  const lists = ['redirect_uris', 'post_logout_redirect_uris'];
  const names = ['client_uri', ...Object.keys(SHOWN_URLS), ...lists];
  return {
    ...Object.fromEntries(names.map((name) => [name, members[name]] as const)),
    client_name: nameOf(members, url),
  };
}

/** The name with the document's host and port, which alone is proven: any document can have any name. */
function nameOf(members: Members, { origin }: DocumentUrl): string {
  const where = origin.replace('https://', '');
  const name = textIn(members, 'client_name') ?? '';
  return name.trim() === '' ? where : `${name} (${where})`;
}

/** In Keycloak's representation: a public client with the texts and URLs of the document. */
function clientOf(members: Members, clientId: string, url: DocumentUrl): Representation {
  const redirectUris = ownUris(members, 'redirect_uris', url);
  const after = ownUris(members, 'post_logout_redirect_uris', url);
  const attributes: Record<string, string> = {};
  for (const [member, attribute] of Object.entries(SHOWN_URLS)) {
    const shown = members[member];
    if (typeof shown === 'string') attributes[attribute] = shown;
  }
  if (after.length > 0) attributes[AFTER_LOGOUT_ATTRIBUTE] = after.join(URI_SEPARATOR);
  return {
    clientId,
    enabled: true,
    publicClient: true,
    frontchannelLogout: false,
    name: nameOf(members, url),
    baseUrl: textIn(members, 'client_uri'),
    redirectUris,
    // Its pages in the browser request tokens themselves.
    webOrigins: redirectUris.some((uri) => httpsOriginOf(uri) !== null) ? [url.origin] : [],
    attributes,
  };
}

function textIn(members: Members, name: string): string | undefined {
  const text = members[name];
  return typeof text === 'string' ? text : undefined;
}

/** The URIs of a list that a client with such a document may have; others are for other servers. */
function ownUris(members: Members, name: string, url: DocumentUrl): string[] {
  const own = textsIn(members, name).filter((uri) => isOwnRedirectUri(url, uri));
  const stored = own.map(withoutLoopbackPort);
  return stored.filter((uri, index) => stored.indexOf(uri) === index);
}

function textsIn(members: Members, name: string): string[] {
  const list = members[name];
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
}
