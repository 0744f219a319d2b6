/** The first steps of endpoints with pages; of those opened from emails: only a user's own click uses a link. */
import type { KeycloakSession, Response } from 'keycloak';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { checkHttps } from '../../platform/keycloak/ssl-required.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { formField } from '../request/form-field.ts';
import { EMBEDDED, isEmbedded, isPrefetch } from '../request/prefetch.ts';
import { stepsFrom } from '../request/steps.ts';
import { OWN_RESOURCES } from '../response/formats.ts';
import { methodNotAllowed, noContent, seeOther } from '../response/responses.ts';
import { rejectByPage, wantsPage } from './reject-by-page.ts';

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** The paths below each endpoint; the empty path is the endpoint itself. */
const PATHS = {
  'verify-email': [''],
  invitation: ['', 'opt-out'],
  'new-device': [''],
  [ACCOUNT_PAGE_RESOURCE]: ['', 'sign-in', 'address', 'add-passkey', 'set-up-app', 'set-up-codes'],
} as const;

/** A request to such an endpoint. */
export interface Opening {
  session: KeycloakSession;
  method: string;
  endpoint: keyof typeof PATHS;
  /** What follows the endpoint's name in the path. */
  path: string;
}

/** A parameter of the link, or of the form that its page submits. */
export function openingParameter({ session, method }: Opening, name: string): string | null {
  return method === 'POST' ? formField(session, name) : queryParameter(session, name);
}

/** Rejects any other path below the endpoint. */
function rejectOtherPaths({ session, endpoint, path }: Opening): Response | null {
  const known = (PATHS[endpoint] as readonly string[]).includes(path);
  return known ? null : rejectByPage(session, problem('not_found'), OWN_RESOURCES[endpoint]);
}

/** Rejects other methods; `POST` is for the forms of the endpoint's own pages. */
function rejectOtherMethods({ method, endpoint }: Opening): Response | null {
  const allowed = (METHODS as readonly string[]).includes(method);
  return allowed ? null : methodNotAllowed(OWN_RESOURCES[endpoint], METHODS);
}

/** Returns no content to mail scanners and previews, which then use no link. */
function skipPrefetch({ session, method }: Opening): Response | null {
  return method === 'HEAD' || isPrefetch(session) ? noContent(session).build() : null;
}

/** Rejects embedded pages (clickjacking). */
export function rejectEmbedding({ session, endpoint }: Opening): Response | null {
  return isEmbedded(session) ? rejectByPage(session, EMBEDDED, OWN_RESOURCES[endpoint]) : null;
}

/** Rejects http where the realm requires https: in a stock realm, where no filter does. */
export function requireHttps({ session, endpoint }: Opening): Response | null {
  const insecure = checkHttps(session);
  return insecure === null ? null : rejectByPage(session, insecure, OWN_RESOURCES[endpoint]);
}

/** Redirects a browser to the endpoint without its query: Keycloak's pages can't be rendered with braces in it. */
function dropBraces({ session, endpoint }: Opening): Response | null {
  return hasBraces(session) && wantsPage(session) ? seeOther(`${baseUrl(session)}/${endpoint}`) : null;
}

/** For any page. */
export const pathSteps = stepsFrom<Opening>().check(rejectOtherPaths).check(rejectOtherMethods);

/** For requests that keep their query. */
export const guardSteps = pathSteps.check(skipPrefetch).check(rejectEmbedding);

/** For all others; each endpoint appends its own. */
export const openingSteps = guardSteps.check(dropBraces);

/** Whether the query has any. */
function hasBraces(session: KeycloakSession): boolean {
  return /[{}]|%7[bd]/i.test(session.getContext().getUri().getRequestUri().getRawQuery() ?? '');
}
