/**
 * `/session`: this browser's signed-in user and known accounts, sign-out, consents. State-changing calls need
 * `x-csrf-token`, which is checked before anything else (contract, sections 4.10 and 5). There is no CORS: it is for pages of
 * the same site.
 */

import type { InputStream, KeycloakSession, Response, UserModel, UserSessionModel } from 'keycloak';
import { accountOf, accountsOfBrowser } from '../../accounts/browser-accounts.ts';
import { consentsOf, revokeConsent } from '../../accounts/consents.ts';
import { forgetOnThisDevice, signOutWithoutSession } from '../../accounts/forget.ts';
import { signOut } from '../../accounts/sign-out.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { jsonResponse, methodNotAllowed, noContent, problemResponse } from '../../http/response/responses.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { problem } from '../../platform/errors/problem.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { liveSession } from '../../sign-in/tabs/link-session.ts';
import { checkCsrf, issueCsrfToken } from './csrf.ts';
import { findRoute, type SessionAction } from './routes.ts';

const FORMAT = OWN_RESOURCES.session;

/** The endpoint's functions as the host calls them. */
export const SESSION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    if (method === 'DELETE') {
      const forged = checkCsrf(session, currentTime());
      if (forged) return problemResponse(FORMAT, forged).build();
    }
    const route = findRoute(method, pathBelow(session, 'session'));
    if (route === null) return notFound();
    if (method === 'OPTIONS') return noContent(session).header('Allow', route.methods.join(', ')).build();
    if (route.action === null) return methodNotAllowed(FORMAT, route.methods);
    return act(session, route.action, route.name);
  },
};

function act(session: KeycloakSession, action: SessionAction, name: string): Response {
  const live = liveSession(session);
  const user = live?.getUser() ?? null;
  if (action === 'show') return show(session, user);
  if (action === 'forget-account') return forget(session, name, live);
  if (live === null && action === 'sign-out' && signOutWithoutSession(session))
    return noContent(session).build();
  if (live === null || user === null) return problemResponse(FORMAT, problem('login_required')).build();
  if (action === 'sign-out') return end(session, live);
  if (action === 'revoke-consent') return revoke(session, name, user);
  return jsonResponse(200, { consents: consentsOf(session, user) }).build();
}

function show(session: KeycloakSession, user: UserModel | null): Response {
  const account = accountOf(user, true);
  return jsonResponse(200, {
    authenticated: user !== null,
    ...(account === null ? {} : { account }),
    accounts: accountsOfBrowser(session, readSettings(session, null), user),
    csrf_token: issueCsrfToken(session, currentTime()),
  }).build();
}

/** Removes an account from this device; a signed-in account is signed out, too. */
function forget(session: KeycloakSession, id: string, live: UserSessionModel | null): Response {
  return forgetOnThisDevice(session, id, live) === null ? notFound() : noContent(session).build();
}

function revoke(session: KeycloakSession, clientId: string, user: UserModel): Response {
  return revokeConsent(session, user, clientId) ? noContent(session).build() : notFound();
}

function end(session: KeycloakSession, live: UserSessionModel): Response {
  signOut(session, live);
  return noContent(session).build();
}

function notFound(): Response {
  return problemResponse(FORMAT, problem('not_found')).build();
}
