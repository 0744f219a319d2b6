/** Steps that run before a request reaches its endpoint, in order; the first that returns a response ends the request. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import { endExpiredSession } from '../account/expired-session.ts';
import { notThere } from '../endpoints/keycloak/not-served.ts';
import { isForeign } from '../endpoints/keycloak/other-protocols.ts';
import { rejectUnapproved } from '../endpoints/keycloak/token-of-client.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { requireRealm } from '../keycloak/realm.ts';
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
import { checkHttps } from './ssl-required.ts';
import { checkDeclaredLength, rejectFromNonAdministrator } from './uncollected-bodies.ts';

const RestartLoginCookie = Java.type('org.keycloak.protocol.RestartLoginCookie');

/** A request, and what its path and endpoint determine. */
interface Asked {
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

type Step = (asked: Asked) => Response | null;

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
  const asked = read(session, request, name);
  for (const step of stepsOf(asked)) {
    const response = step(asked);
\t\tif (response !== null) return response;
  }
  return null;
}

function read(session: KeycloakSession, request: ContainerRequestContext, name: string): Asked {
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

function stepsOf(asked: Asked): readonly Step[] {
  if (asked.foreign) return GUARDED;
  if (asked.parts.length === 0) return OUTSIDE;
  return isGuarded(asked) ? GUARDED : UNGUARDED;
}

function isGuarded({ endpoint }: Asked): boolean {
  return endpoint !== null && endpoint.unguarded !== true;
}

/**
* Counts requests that let Keycloak start a sign-in from a browser's restart cookie alone, like a request to `/auth`: on the paths to and from
 * identity providers. The providers' own requests have no such cookie. At guarded endpoints, `countRequest` counts all.
 */
function countRestart(asked: Asked): Response | null {
  const { session, parts } = asked;
  const [resource] = parts;
  if (resource === undefined || isGuarded(asked) || !isNamed(resource, 'broker')) return null;
  if (RestartLoginCookie.getRestartCookie(session) === null) return null;
  return rejectExcess(session, 'general', 'protocol');
}

function rejectWhileDisabled({ session, format }: Asked): Response | null {
  if (requireRealm(session).isEnabled()) return null;
  return rejectByPage(session, problem('temporarily_unavailable'), format);
}

/** Counts a request under its resource's policy; CORS preflights don't count. */
function countRequest({ session, request, endpoint, parts, format }: Asked): Response | null {
  const { policy } = particularsOf(parts[0]);
  if (policy === null) return null;
  const method = request.getMethod();
  const counts = endpoint?.countsForms === true ? method === 'POST' : method !== 'OPTIONS';
  return counts ? rejectExcess(session, policy, format) : null;
}

function rejectForeign({ session, foreign }: Asked): Response | null {
  return foreign ? notThere(session) : null;
}

function requireHttps(asked: Asked): Response | null {
  return asked.endpoint?.own === true ? rejectIfWrong(asked, checkHttps(asked.session)) : null;
}

function rejectTooLarge(asked: Asked): Response | null {
  return rejectIfWrong(asked, checkDeclaredLength(asked.request, asked.format));
}

function rejectRepeatedHeaders(asked: Asked): Response | null {
  return rejectIfWrong(asked, checkRepeatedHeaders(asked.request));
}

function rejectQueryNames(asked: Asked): Response | null {
  return asked.endpoint?.anyCase === true ? rejectIfWrong(asked, checkQueryNames(asked.request)) : null;
}

/** Polled every second, and independent of a session: skips the session's expiry check. */
const POLLED = 'sign-in-state';

function endExpired({ session, parts }: Asked): null {
  if (parts[0] !== POLLED) endExpiredSession(session);
  return null;
}

function rejectIfWrong({ session, format }: Asked, wrong: Problem | null): Response | null {
  return wrong === null ? null : rejectByPage(session, wrong, format);
}

function callGuard(asked: Asked): Response | null {
  const { session, request, endpoint, parts } = asked;
  const { unread } = particularsOf(parts[0]);
  const read = unread !== null && parts[1] === unread ? { form: null } : readForm(request);
  if ('problem' in read) return rejectIfWrong(asked, read.problem);
\t// The guard's rejections come first: the contract defines them per parameter.
  return endpoint?.guard?.(session, request, read.form) ?? rejectIfWrong(asked, checkPlain(asked, read.form));
}

function checkPlain({ session, request, endpoint }: Asked, form: Parameters | null): Problem | null {
  const rules = { opaque: endpoint?.opaque ?? [], lines: endpoint?.lines === true };
  const wrong = checkPlainRequest(session, request, form, rules);
  return wrong ?? (endpoint?.plainJson === true ? checkPlainJson(request) : null);
}

/** Rejects control characters. Keycloak itself reports a malformed form. */
function rejectUnplain(asked: Asked): Response | null {
  const read = readForm(asked.request);
  const form = 'problem' in read ? null : read.form;
  const wrong = checkPlainRequest(asked.session, asked.request, form, { opaque: [], lines: true });
  return rejectIfWrong(asked, wrong ?? checkPlainToken(asked.request));
}

function rejectTokenOfUnapproved({ session }: Asked): Response | null {
  return rejectUnapproved(session);
}

function rejectUncollected({ session, request, endpoint }: Asked): Response | null {
  return rejectFromNonAdministrator(session, request, endpoint?.own === true);
}
