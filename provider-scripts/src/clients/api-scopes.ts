/**
 * Scopes of APIs: client scopes of Keycloak that a realm marks as its own, beside the contract's. A client can request those that it is assigned.
 * Keycloak's role mappings of such a scope say which roles a user needs, and its mappers what access tokens carry.
 */
import { readSetting } from '../realm/settings/read.ts';
import { SCOPE } from '../realm/settings/table.ts';
import { OFFLINE_SCOPE } from './refresh-tokens.ts';
import { SCOPES } from './scope.ts';

/** The member of the audience mapper's configuration: who the access token is for, an absolute URI or a client ID. */
export const AUDIENCE_OPTION = 'audience';

/** Keycloak's attribute of a client that is itself an API: the URI by which tokens name it as their audience. */
export const RESOURCE_URL_ATTRIBUTE = 'resource_url';

/** One scope token (RFC 6749, section 3.3). */
const API_SCOPE_SHAPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/;

/** Keycloak's scopes that add claims to tokens, or allow what the contract doesn't have. */
export const KEYCLOAK_SCOPES: readonly string[] = [
  'acr',
  'roles',
  'web-origins',
  'phone',
  'organization',
  'microprofile-jwt',
];

/** Scopes with a meaning of their own: the contract's, and those that Keycloak gives a realm. */
const RESERVED_SCOPES: readonly string[] = [
  ...[...SCOPES, OFFLINE_SCOPE, 'basic', 'service_account'],
  ...KEYCLOAK_SCOPES,
];

/** Whether a realm may have an API scope of this name. */
export function isApiScopeName(name: string): boolean {
  return API_SCOPE_SHAPE.test(name) && !RESERVED_SCOPES.includes(name);
}

/** Whether a client scope is an API scope, by its name and its mark. */
export function isApiScope(name: string, mark: string | null | undefined): boolean {
  return readSetting(SCOPE.apiScope, mark) && isApiScopeName(name);
}

/** The key of Keycloak's messages that a scope's consent text stands for; null for a text in words. */
export function consentTextKeyIn(text: string): string | null {
  return /^\$\{(.+)\}$/.exec(text)?.[1] ?? null;
}
