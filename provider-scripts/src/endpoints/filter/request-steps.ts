/** Steps that run before a request reaches its endpoint, in order; the first that returns a response ends the request. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { endExpiredSession } from '../../accounts/expired-session.ts';
import { rejectOverLimit } from '../../http/pages/over-limit.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { MAX_BODY_BYTES } from '../../http/request/body-limit.ts';
import type { Parameters } from '../../http/request/parameters.ts';
import { checkQueryNames } from '../../http/request/query-names.ts';
import { isNamed, partsBelowRealm } from '../../http/request/realm-path.ts';
import { readForm } from '../../http/request/request-parameters.ts';
import type { ErrorFormat } from '../../http/response/error-body.ts';
import { formatOf, type OWN_RESOURCES } from '../../http/response/formats.ts';
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { EMAIL_EVENTS_RESOURCE } from '../../platform/keycloak/resources.ts';
import { checkHttps } from '../../platform/keycloak/ssl-required.ts';
import type { MemoryLimit } from '../../platform/limits/limits.ts';
import { pathOf } from '../../platform/session/address.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { headerValues } from '../../platform/session/headers.ts';
import { requestOf } from '../../platform/session/request.ts';
import { notServedResponse } from '../keycloak/not-served.ts';
import { usesOtherProtocol } from '../keycloak/other-protocols.ts';
import { rejectUnapproved } from '../keycloak/token-of-client.ts';
import { type Endpoint, endpointAt } from './endpoints.ts';
import {
  checkControlCharacters,
  checkJsonControlCharacters,
  checkTokenControlCharacters,
} from './plain-request.ts';
import { checkDeclaredLength, rejectUnlessAdministrator } from './unbuffered-bodies.ts';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** A request, and what its path and endpoint determine. */
interface FilteredRequest {
  session: KeycloakSession;
  request: ContainerRequestContext;
  /** The endpoint's row in the table. */
  endpoint: Endpoint | null;
  /** The segments of the path below the realm; empty for requests outside a realm. */
  parts: readonly string[];
  format: ErrorFormat;
  /** Whether it uses a protocol that the realm doesn't support. */
  usesOtherProtocol: boolean;
}

type Step = (filtered: FilteredRequest) => Response | null;

/** For endpoints in the table, except `unguarded` ones, and for protocols that the realm doesn't support. */
const GUARDED: readonly Step[] = [
  countRestart,
  rejectWhileDisabled,
  countRequest,
  rejectOtherProtocol,
  requireHttps,
  rejectTooLarge,
  rejectRepeatedHeaders,
  rejectQueryNames,
  endExpired,
  callGuard,
];

/** For all other paths below a realm. */
const UNGUARDED: readonly Step[] = [
  countRestart,
  rejectTooLarge,
  rejectControlCharacters,
  endExpired,
  rejectTokenOfUnapproved,
  callUnguardedGuard,
];

/** For the admin API and all other paths outside a realm. */
const OUTSIDE: readonly Step[] = [rejectTokenOfUnapproved, rejectUnbuffered];

/** Returns a response that ends the request, or null to continue; `name` is the class and method that serve it. */
export function respondToRequest(
  session: KeycloakSession,
  request: ContainerRequestContext,
  name: string,
): Response | null {
  const filtered = classifyRequest(session, request, name);
  for (const step of stepsOf(filtered)) {
    const response = step(filtered);
    if (response !== null) return response;
  }
  return null;
}

function classifyRequest(
  session: KeycloakSession,
  request: ContainerRequestContext,
  name: string,
): FilteredRequest {
  const parts = partsBelowRealm(pathOf(session)) ?? [];
  return {
    session,
    request,
    endpoint: endpointAt(name),
    parts,
    format: formatOf(parts[0] ?? ''),
    usesOtherProtocol: usesOtherProtocol(session, name),
  };
}

function stepsOf(filtered: FilteredRequest): readonly Step[] {
  if (filtered.usesOtherProtocol) return GUARDED;
  if (filtered.parts.length === 0) return OUTSIDE;
  return isGuarded(filtered) ? GUARDED : UNGUARDED;
}

function isGuarded({ endpoint }: FilteredRequest): boolean {
  return endpoint !== null && endpoint.unguarded !== true;
}

/**
 * Counts requests by which Keycloak can restart a sign-in from the browser's restart cookie alone, as it counts those to `/auth`: on the paths
 * to and from identity providers. The providers' own requests have no such cookie. At guarded endpoints, `countRequest` counts instead.
 */
function countRestart(filtered: FilteredRequest): Response | null {
  const { session, parts } = filtered;
  const [resource] = parts;
  if (resource === undefined || isGuarded(filtered) || !isNamed(resource, 'broker')) return null;
  if (RestartLoginCookie.getRestartCookie(session) === null) return null;
  return rejectOverLimit(session, 'general', 'protocol');
}

function rejectWhileDisabled({ session, format }: FilteredRequest): Response | null {
  const realm = requireRealm(session);
  if (cachedWithRealm(realm, 'enabled', () => realm.isEnabled())) return null;
  return rejectByPage(session, problem('temporarily_unavailable'), format);
}

/** Counts a request under its resource's limit; CORS preflights don't count. */
function countRequest({ session, endpoint, parts, format }: FilteredRequest): Response | null {
  const { limit } = resourceOptions(parts[0]);
  if (limit === null) return null;
  const { method } = requestOf(session);
  const counts = endpoint?.countsForms === true ? method === 'POST' : method !== 'OPTIONS';
  return counts ? rejectOverLimit(session, limit, format) : null;
}

function rejectOtherProtocol({ session, usesOtherProtocol }: FilteredRequest): Response | null {
  return usesOtherProtocol ? notServedResponse(session) : null;
}

function requireHttps(filtered: FilteredRequest): Response | null {
  return filtered.endpoint?.own === true ? rejectIfProblem(filtered, checkHttps(filtered.session)) : null;
}

function rejectTooLarge(filtered: FilteredRequest): Response | null {
  const { maxBytes } = resourceOptions(filtered.parts[0]);
  return rejectIfProblem(filtered, checkDeclaredLength(filtered.session, filtered.format, maxBytes));
}

function rejectRepeatedHeaders(filtered: FilteredRequest): Response | null {
  return rejectIfProblem(filtered, checkRepeatedHeaders(filtered.session));
}

function rejectQueryNames(filtered: FilteredRequest): Response | null {
  return filtered.endpoint?.anyCase === true
    ? rejectIfProblem(filtered, checkQueryNames(filtered.session))
    : null;
}

/** The resource that waiting pages poll. It uses no session, so its requests skip the session's expiry check. */
const POLLED_RESOURCE = 'sign-in-state';

function endExpired({ session, parts }: FilteredRequest): null {
  if (parts[0] !== POLLED_RESOURCE) endExpiredSession(session);
  return null;
}

function rejectIfProblem({ session, format }: FilteredRequest, wrong: Problem | null): Response | null {
  return wrong === null ? null : rejectByPage(session, wrong, format);
}

function callGuard(filtered: FilteredRequest): Response | null {
  const { session, request, endpoint, parts } = filtered;
  const { unreadPath } = resourceOptions(parts[0]);
  const read = unreadPath !== null && parts[1] === unreadPath ? { form: null } : readForm(session, request);
  if ('problem' in read) return rejectIfProblem(filtered, read.problem);
  // The guard's rejections come first: the contract defines them per parameter.
  return (
    endpoint?.guard?.(session, request, read.form) ??
    rejectIfProblem(filtered, checkCharacters(filtered, read.form))
  );
}

/** Keycloak has authenticated the caller, and its service reads the body. */
function callUnguardedGuard({ session, request, endpoint }: FilteredRequest): Response | null {
  return endpoint?.guard?.(session, request, null) ?? null;
}

function checkCharacters(
  { session, request, endpoint }: FilteredRequest,
  form: Parameters | null,
): Problem | null {
  const rules = { opaque: endpoint?.opaque ?? [], lines: endpoint?.lines === true };
  const wrong = checkControlCharacters(session, form, rules);
  return wrong ?? (endpoint?.checksJson === true ? checkJsonControlCharacters(request) : null);
}

/** Rejects control characters. Keycloak itself reports a malformed form. */
function rejectControlCharacters(filtered: FilteredRequest): Response | null {
  const read = readForm(filtered.session, filtered.request);
  const form = 'problem' in read ? null : read.form;
  const wrong = checkControlCharacters(filtered.session, form, { opaque: [], lines: true });
  return rejectIfProblem(filtered, wrong ?? checkTokenControlCharacters(filtered.request));
}

function rejectTokenOfUnapproved({ session }: FilteredRequest): Response | null {
  return rejectUnapproved(session);
}

function rejectUnbuffered({ session, request, endpoint }: FilteredRequest): Response | null {
  return rejectUnlessAdministrator(session, request, endpoint?.own === true);
}

/** Headers that must not repeat: Keycloak reads the first one, a proxy in front of it perhaps another. */
const SINGLE = ['Authorization', 'Content-Type'] as const;

/** Rejects a request that has one of them more than once. */
function checkRepeatedHeaders(session: KeycloakSession): Problem | null {
  const repeated = SINGLE.find((name) => headerValues(session, name).length > 1);
  return repeated === undefined ? null : problem('given_twice', { parameter: repeated });
}

/** Exceptions that the filter makes at some of our own resources. */
interface ResourceOptions {
  /** The limit that requests count under; null if the endpoint decides that. */
  limit: MemoryLimit | null;
  /** The path below it whose requests pass with an unread body; null for none. */
  unreadPath: string | null;
  /** How large a body may be. */
  maxBytes: number;
}

const DEFAULT_OPTIONS: ResourceOptions = { limit: 'general', unreadPath: null, maxBytes: MAX_BODY_BYTES };

const OPTIONS: Readonly<Partial<Record<string, ResourceOptions>>> = {
  session: { ...DEFAULT_OPTIONS, limit: 'session' },
  // The endpoint counts by cookie and by IP.
  'sign-in-state': { ...DEFAULT_OPTIONS, limit: null },
  // A mail program's one-click opt-out may have any media type (RFC 8058, section 3.1); its body isn't read.
  invitation: { ...DEFAULT_OPTIONS, unreadPath: 'opt-out' },
  // The endpoint counts what isn't signed, as services report from few addresses, and what is too large, which it doesn't wait for either.
  [EMAIL_EVENTS_RESOURCE]: { ...DEFAULT_OPTIONS, limit: null, maxBytes: Number.POSITIVE_INFINITY },
} satisfies Partial<Record<keyof typeof OWN_RESOURCES, ResourceOptions>>;

/** Returns the particulars of a resource below a realm; `undefined` stands for requests outside a realm. */
function resourceOptions(resource: string | undefined): ResourceOptions {
  if (resource === undefined || !Object.hasOwn(OPTIONS, resource)) return DEFAULT_OPTIONS;
  return OPTIONS[resource] ?? DEFAULT_OPTIONS;
}
