/** Signs the administrator in with keycloak-js. The access token is stored in memory only, and renewed without a redirect. */
import Keycloak from 'keycloak-js';
import { CONFIG } from './config.ts';

/** A token is renewed once its remaining lifetime falls below this. */
const RENEW_BEFORE_MILLIS = 30_000;
/** How long a renewal may take. */
const RENEWAL_MILLIS = 20_000;
/** Session storage key of the URL's fragment during the redirect to sign in. */
const ROUTE_KEY = 'linkgate-admin-route';
/** Session storage key of the last redirect's time: if a redirect returns without a result too soon, it isn't repeated. */
const REDIRECTED_AT_KEY = 'linkgate-admin-begun';
const MIN_REDIRECT_INTERVAL_MILLIS = 10_000;

interface Session {
  token: string;
  subject: string;
  expiresAt: number;
  keycloak: Keycloak;
}

let session: Session | null = null;
let renewal: Promise<Session> | null = null;

/** The session has expired: the administrator has to sign in again. */
export class SignedOut extends Error {}

/**
 * Completes or starts the administrator's sign-in.
 *
 * @returns `rejected`: the protocol's error code, if there is one
 */
export async function initSession(): Promise<'signed-in' | 'redirecting' | { rejected: string | null }> {
  const query = new URLSearchParams(location.search);
  let found: Session | null = null;
  try {
    found = await requestSession();
  } catch (failure) {
    // keycloak-js throws an error response as a plain object.
    if (failure instanceof Error) throw failure;
    restoreUrl();
    return { rejected: (failure as { error?: string }).error ?? null };
  }
  if (query.has('code') || query.has('error')) restoreUrl();
  if (found !== null) {
    session = found;
    sessionStorage.removeItem(REDIRECTED_AT_KEY);
    return 'signed-in';
  }
  const error = query.get('error');
  if (
    error !== null ||
    Date.now() - Number(sessionStorage.getItem(REDIRECTED_AT_KEY)) < MIN_REDIRECT_INTERVAL_MILLIS
  ) {
    sessionStorage.removeItem(REDIRECTED_AT_KEY);
    return { rejected: error };
  }
  await redirectToSignIn();
  return 'redirecting';
}

/** Redirects to the realm's sign-in pages, which redirect back to the current page. */
export async function redirectToSignIn(): Promise<void> {
  sessionStorage.setItem(ROUTE_KEY, location.hash);
  sessionStorage.setItem(REDIRECTED_AT_KEY, String(Date.now()));
  const keycloak = newKeycloak();
  await keycloak.init(OPTIONS);
  await keycloak.login({ locale: document.documentElement.lang });
}

/** Signs out of this application and all other clients of the session. */
export async function signOut(): Promise<void> {
  await session?.keycloak.logout({ redirectUri: CONFIG.page, logoutMethod: 'POST' });
}

/**
 * Returns a token that remains valid for at least `RENEW_BEFORE_MILLIS`.
 *
 * @param rejected a token that the server rejected
 * @throws SignedOut
 */
export async function accessToken(rejected?: string): Promise<string> {
  if (session !== null && session.token !== rejected && session.expiresAt - Date.now() > RENEW_BEFORE_MILLIS)
    return session.token;
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return (await renewal).token;
}

async function renew(): Promise<Session> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), RENEWAL_MILLIS));
  const found = await Promise.race([requestSession(), timeout]);
  if (found === null) throw new SignedOut();
  // Another user has signed in in this browser: discard the data on this page.
  if (session !== null && found.subject !== session.subject) {
    location.reload();
    throw new SignedOut();
  }
  session = found;
  return found;
}

const OPTIONS = {
  flow: 'standard',
  pkceMethod: 'S256',
  responseMode: 'query',
  redirectUri: CONFIG.page,
  scope: 'openid',
  checkLoginIframe: false,
} as const;

/** Processes the response in the URL, or requests one silently (`prompt=none`) in a hidden frame; returns null if no user is signed in. */
async function requestSession(): Promise<Session | null> {
  const keycloak = newKeycloak();
  const isAuthenticated = await keycloak.init({
    ...OPTIONS,
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${CONFIG.page}/silent`,
    silentCheckSsoFallback: false,
  });
  const { token, tokenParsed, timeSkew } = keycloak;
  if (!isAuthenticated || token === undefined || tokenParsed?.exp === undefined) return null;
  const expiresAt = (tokenParsed.exp + (timeSkew ?? 0)) * 1000;
  return { token, subject: tokenParsed.sub ?? '', expiresAt, keycloak };
}

function newKeycloak(): Keycloak {
  return new Keycloak({ url: CONFIG.server, realm: CONFIG.realm, clientId: CONFIG.client });
}

/** Removes the response from the URL, and restores the fragment. */
function restoreUrl(): void {
  const route = sessionStorage.getItem(ROUTE_KEY) ?? '';
  sessionStorage.removeItem(ROUTE_KEY);
  history.replaceState(null, '', `${location.pathname}${route || location.hash}`);
}
