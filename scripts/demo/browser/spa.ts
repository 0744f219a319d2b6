/** The single-page application: a public client that uses keycloak-js and has no server. */
import Keycloak from 'keycloak-js';
import type { Html } from '../html/html.ts';
import type { SpaConfig } from '../spa/config.ts';
import { decide, readAuthorizationResponse } from './authorization-response.ts';
import { failedView, noStorageView, rejectedView, signedInView, signedOutView } from './views.ts';

const SCOPE = 'openid profile email address';
const RESTARTED_KEY = 'linkgate-demo-restarted';

const app = document.querySelector('#app') as HTMLElement;

try {
  await run();
} catch (error) {
  showFailure(error);
}

async function run(): Promise<void> {
  const config: SpaConfig = await (await fetch('/spa/config.json')).json();
  const keycloak = new Keycloak({ url: config.server_url, realm: config.realm, clientId: config.client_id });
  keycloak.onTokenExpired = () => document.getElementById('expired')?.removeAttribute('hidden');
  listenForActions(keycloak, config);

  const authorizationResponse = readAuthorizationResponse(location.search);
  const authenticated = await keycloak.init({
    flow: 'standard',
    pkceMethod: 'S256',
    responseMode: 'query',
    redirectUri: config.redirect_uri,
    scope: SCOPE,
    checkLoginIframe: false,
  });
  const outcome = decide(
    authorizationResponse,
    authenticated,
    sessionStorage.getItem(RESTARTED_KEY) !== null,
  );
  if (outcome === 'restart') {
    sessionStorage.setItem(RESTARTED_KEY, 'yes');
    return keycloak.login();
  }
  sessionStorage.removeItem(RESTARTED_KEY);
  if (outcome === 'signed-in') await showAccount(keycloak);
  else if (outcome === 'signed-out') show(signedOutView());
  else if (outcome === 'no-storage') show(noStorageView());
  else show(rejectedView(outcome.rejected));
}

function listenForActions(keycloak: Keycloak, config: SpaConfig): void {
  const actions: Readonly<Record<string, () => Promise<void>>> = {
    'sign-in': () => keycloak.login(),
    // Not `updateToken`, which needs a refresh token: the server issues none.
    renew: () => keycloak.login({ prompt: 'none' }),
    // By POST, because a URL would leave the ID token in the browser's history.
    'sign-out': () => keycloak.logout({ redirectUri: config.post_logout_redirect_uri, logoutMethod: 'POST' }),
  };
  app.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-action]');
    void actions[button?.dataset.action ?? '']?.().catch(showFailure);
  });
}

async function showAccount(keycloak: Keycloak): Promise<void> {
  const { idToken, token, idTokenParsed } = keycloak;
  if (idToken === undefined || token === undefined || idTokenParsed === undefined) {
    throw new Error('The token response has no ID token.');
  }
  const userinfo: Record<string, unknown> = await keycloak.loadUserInfo();
  const label = String(userinfo.email ?? userinfo.preferred_username ?? idTokenParsed.sub);
  show(signedInView({ label, userinfo, idToken, idTokenClaims: idTokenParsed, accessToken: token }));
}

/** keycloak-js throws an error response as a plain object. */
function showFailure(failure: unknown): void {
  if (failure instanceof Error) {
    show(failedView(failure.message));
  } else {
    const { error, error_description } = failure as { error: string; error_description?: string };
    show(rejectedView(error, error_description));
  }
}

/** Safe, because `Html` contains only escaped values. */
function show(view: Html): void {
  app.innerHTML = view.toString();
}
