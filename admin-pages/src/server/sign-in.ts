/** Signs the administrator in by keycloak-js. The access token is kept in this page's memory only, and renewed without a page. */
import Keycloak from 'keycloak-js';
import { CONFIG } from './config.ts';

/** A token is renewed when it has so little time left. */
const RENEW_BEFORE_MILLIS = 30_000;
/** How long a renewal may take. */
const RENEWAL_MILLIS = 20_000;
/** Where the address behind `#` waits while somebody signs in elsewhere. */
const ROUTE_KEY = 'linkgate-admin-route';
/** When the sign-in was begun last: a browser that comes back at once with nothing would go round for ever. */
const BEGUN_KEY = 'linkgate-admin-begun';
const AT_ONCE_MILLIS = 10_000;

interface Session {
  token: string;
  subject: string;
  endsAt: number;
  keycloak: Keycloak;
}

let session: Session | null = null;
let renewal: Promise<Session> | null = null;

/** Nobody is signed in any more: the sign-in has to start again. */
export class SignedOut extends Error {}

/**
 * Finds out who is signed in.
 *
 * @returns whether somebody is; else the page goes away to sign in, or says why nobody is (`rejected`: the protocol's error code)
 */
export async function enter(): Promise<'in' | 'leaving' | { rejected: string | null }> {
  const query = new URLSearchParams(location.search);
  let found: Session | null = null;
  try {
    found = await ask();
  } catch (failure) {
    // keycloak-js throws an answer's error as a plain object.
    if (failure instanceof Error) throw failure;
    cleanAddress();
    return { rejected: (failure as { error?: string }).error ?? null };
  }
  if (query.has('code') || query.has('error')) cleanAddress();
  if (found !== null) {
    session = found;
    sessionStorage.removeItem(BEGUN_KEY);
    return 'in';
  }
  const error = query.get('error');
  if (error !== null || Date.now() - Number(sessionStorage.getItem(BEGUN_KEY)) < AT_ONCE_MILLIS) {
    sessionStorage.removeItem(BEGUN_KEY);
    return { rejected: error };
  }
  await begin();
  return 'leaving';
}

/** Leaves for the realm's sign-in pages; they lead back to where this is. */
export async function begin(): Promise<void> {
  sessionStorage.setItem(ROUTE_KEY, location.hash);
  sessionStorage.setItem(BEGUN_KEY, String(Date.now()));
  const keycloak = newKeycloak();
  await keycloak.init(OPTIONS);
  await keycloak.login({ locale: document.documentElement.lang });
}

/** Signs out here and everywhere that this session is used. */
export async function leave(): Promise<void> {
  await session?.keycloak.logout({ redirectUri: CONFIG.page, logoutMethod: 'POST' });
}

/**
 * A token that is valid for a while.
 *
 * @param rejected one that the server didn't take
 * @throws SignedOut
 */
export async function accessToken(rejected?: string): Promise<string> {
  if (session !== null && session.token !== rejected && session.endsAt - Date.now() > RENEW_BEFORE_MILLIS)
    return session.token;
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return (await renewal).token;
}

async function renew(): Promise<Session> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), RENEWAL_MILLIS));
  const found = await Promise.race([ask(), late]);
  if (found === null) throw new SignedOut();
  // Somebody else has signed in in this browser: nothing of this page is theirs.
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

/** Takes the answer from the address, or asks without a page (`prompt=none`) in a hidden frame; null where nobody is signed in. */
async function ask(): Promise<Session | null> {
  const keycloak = newKeycloak();
  const isIn = await keycloak.init({
    ...OPTIONS,
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${CONFIG.page}/silent`,
    silentCheckSsoFallback: false,
  });
  const { token, tokenParsed, timeSkew } = keycloak;
  if (!isIn || token === undefined || tokenParsed?.exp === undefined) return null;
  const endsAt = (tokenParsed.exp + (timeSkew ?? 0)) * 1000;
  return { token, subject: tokenParsed.sub ?? '', endsAt, keycloak };
}

function newKeycloak(): Keycloak {
  return new Keycloak({ url: CONFIG.server, realm: CONFIG.realm, clientId: CONFIG.client });
}

/** Takes the answer out of the address, and puts back what stood behind `#`. */
function cleanAddress(): void {
  const route = sessionStorage.getItem(ROUTE_KEY) ?? '';
  sessionStorage.removeItem(ROUTE_KEY);
  history.replaceState(null, '', `${location.pathname}${route || location.hash}`);
}
