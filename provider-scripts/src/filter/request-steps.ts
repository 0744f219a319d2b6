/** Steps that run before a request reaches its endpoint, in order; the first that returns a response ends the request. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { endExpiredSession } from '../account/expired-session.ts';
import { notThere } from '../endpoints/keycloak/not-served.ts';
import { isForeign } from '../endpoints/keycloak/other-protocols.ts';
import { rejectUnapproved } from '../endpoints/keycloak/token-of-client.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { requireRealm } from '../keycloak/realm.ts';
import { checkHttps } from '../keycloak/ssl-required.ts';
import { rejectByPage } from '../pages/reject-by-page.ts';
import { rejectExcess } from '../rate-limit/excess.ts';
import type { Parameters } from '../request/parameters.ts';
import { checkQueryNames } from '../request/query-names.ts';
import { isNamed, partsBelowRealm } from '../request/realm-path.ts';
import { readForm } from '../request/request-parameters.ts';
import type { ErrorFormat } from '../response/error-body.ts';
import { formatOf } from '../response/formats.ts';
import { type Endpoint, endpointAt } from './endpoints.ts';
import { particularsOf } from './own-resources.ts';
import { checkPlainJson, checkPlainRequest, checkPlainToken } from './plain-request.ts';
import { checkRepeatedHeaders } from './repeated-headers.ts';
import { checkDeclaredLength, rejectFromNonAdministrator } from './uncollected-bodies.ts';

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
  foreign: boolean;
}

type Step = (filtered: FilteredRequest) => Response | null;

/** For endpoints in the table, and for protocols that the realm doesn't support. */
const GUARDED: readonly Step[] = [
  countRestart,
  rejectWhileDisabled,
  countRequest,
  rejectForeign,
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
  rejectUnplain,
  endExpired,
  rejectTokenOfUnapproved,
];

/** For the admin API and all other paths outside a realm. */
const OUTSIDE: readonly Step[] = [rejectTokenOfUnapproved, rejectUncollected];

/** Returns a response to end the request, or null; `name` is the class and method that serve it. */
export function respondToRequest(
  session: KeycloakSession,
  request: ContainerRequestContext,
  name: string,
): Response | null {
  const filtered = read(session, request, name);
  for (const step of stepsOf(filtered)) {
    const response = step(filtered);
    if (response !== null) return response;
  }
  return null;
}

function read(session: KeycloakSession, request: ContainerRequestContext, name: string): FilteredRequest {
  const parts = partsBelowRealm(request.getUriInfo().getPath()) ?? [];
  return {
    session,
    request,
    endpoint: endpointAt(name),
    parts,
    format: formatOf(parts[0] ?? ''),
    foreign: isForeign(session, request, name),
  };
}

function stepsOf(filtered: FilteredRequest): readonly Step[] {
  if (filtered.foreign) return GUARDED;
  if (filtered.parts.length === 0) return OUTSIDE;
  return isGuarded(filtered) ? GUARDED : UNGUARDED;
}

function isGuarded({ endpoint }: FilteredRequest): boolean {
  return endpoint !== null && endpoint.unguarded !== true;
}

/**
 * Counts requests that let Keycloak start a sign-in from a browser's restart cookie alone, like a request to `/auth`: on the paths to and from
 * identity providers. The providers' own requests have no such cookie. At guarded endpoints, `countRequest` counts all.
 */
function countRestart(filtered: FilteredRequest): Response | null {
  const { session, parts } = filtered;
  const [resource] = parts;
  if (resource === undefined || isGuarded(filtered) || !isNamed(resource, 'broker')) return null;
  if (RestartLoginCookie.getRestartCookie(session) === null) return null;
  return rejectExcess(session, 'general', 'protocol');
}

function rejectWhileDisabled({ session, format }: FilteredRequest): Response | null {
  if (requireRealm(session).isEnabled()) return null;
  return rejectByPage(session, problem('temporarily_unavailable'), format);
}

/** Counts a request under its resource's policy; CORS preflights don't count. */
function countRequest({ session, request, endpoint, parts, format }: FilteredRequest): Response | null {
  const { policy } = particularsOf(parts[0]);
  if (policy === null) return null;
  const method = request.getMethod();
  const counts = endpoint?.countsForms === true ? method === 'POST' : method !== 'OPTIONS';
  return counts ? rejectExcess(session, policy, format) : null;
}

function rejectForeign({ session, foreign }: FilteredRequest): Response | null {
  return foreign ? notThere(session) : null;
}

function requireHttps(filtered: FilteredRequest): Response | null {
  return filtered.endpoint?.own === true ? rejectIfWrong(filtered, checkHttps(filtered.session)) : null;
}

function rejectTooLarge(filtered: FilteredRequest): Response | null {
  return rejectIfWrong(filtered, checkDeclaredLength(filtered.request, filtered.format));
}

function rejectRepeatedHeaders(filtered: FilteredRequest): Response | null {
  return rejectIfWrong(filtered, checkRepeatedHeaders(filtered.request));
}

function rejectQueryNames(filtered: FilteredRequest): Response | null {
  return filtered.endpoint?.anyCase === true
    ? rejectIfWrong(filtered, checkQueryNames(filtered.request))
    : null;
}

/** Polled every second, and independent of a session: skips the session's expiry check. */
const POLLED = 'sign-in-state';

function endExpired({ session, parts }: FilteredRequest): null {
  if (parts[0] !== POLLED) endExpiredSession(session);
  return null;
}

function rejectIfWrong({ session, format }: FilteredRequest, wrong: Problem | null): Response | null {
  return wrong === null ? null : rejectByPage(session, wrong, format);
}

function callGuard(filtered: FilteredRequest): Response | null {
  const { session, request, endpoint, parts } = filtered;
  const { unread } = particularsOf(parts[0]);
  const read = unread !== null && parts[1] === unread ? { form: null } : readForm(request);
  if ('problem' in read) return rejectIfWrong(filtered, read.problem);
  // The guard's rejections come first: the contract defines them per parameter.
  return (
    endpoint?.guard?.(session, request, read.form) ?? rejectIfWrong(filtered, checkPlain(filtered, read.form))
  );
}

function checkPlain(
  { session, request, endpoint }: FilteredRequest,
  form: Parameters | null,
): Problem | null {
  const rules = { opaque: endpoint?.opaque ?? [], lines: endpoint?.lines === true };
  const wrong = checkPlainRequest(session, request, form, rules);
  return wrong ?? (endpoint?.plainJson === true ? checkPlainJson(request) : null);
}

/** Rejects control characters. Keycloak itself reports a malformed form. */
function rejectUnplain(filtered: FilteredRequest): Response | null {
  const read = readForm(filtered.request);
  const form = 'problem' in read ? null : read.form;
  const wrong = checkPlainRequest(filtered.session, filtered.request, form, { opaque: [], lines: true });
  return rejectIfWrong(filtered, wrong ?? checkPlainToken(filtered.request));
}

function rejectTokenOfUnapproved({ session }: FilteredRequest): Response | null {
  return rejectUnapproved(session);
}

function rejectUncollected({ session, request, endpoint }: FilteredRequest): Response | null {
  return rejectFromNonAdministrator(session, request, endpoint?.own === true);
}
