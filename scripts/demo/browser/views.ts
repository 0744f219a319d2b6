/** The views of the single-page application. Buttons carry `data-action`, which `spa.ts` listens for. */
import { APPLICATIONS } from '../html/branding.ts';
import { type Claims, claimList, tokenDetails } from '../html/claims.ts';
import { type Html, html } from '../html/html.ts';
import { explainRejection } from '../relying-party/rejection.ts';

export function signedOutView(): Html {
  return html`<h1>Welcome to ${APPLICATIONS.spa.name}</h1>
<p>You aren’t signed in here. The tokens of this application live in this page’s memory: reloading it discards them, and signing in
brings them back, without an email while your session at Linkgate lasts.</p>
<p class="actions">${signInButton}
<button class="button" type="button" data-action="renew">Sign in only if no prompt is needed</button></p>`;
}

export interface Account {
  label: string;
  userinfo: Claims;
  idToken: string;
  idTokenClaims: Claims;
  accessToken: string;
}

export function signedInView({ label, userinfo, idToken, idTokenClaims, accessToken }: Account): Html {
  return html`<h1>Signed in</h1>
<p class="lead">as <strong>${label}</strong></p>
<p class="actions"><button class="button primary" type="button" data-action="sign-out">Sign out</button>
<button class="button" type="button" data-action="renew">Renew the tokens</button></p>
<p class="error" id="expired" hidden>The access token has expired. Renew the tokens to continue; no prompt appears while the session is active.</p>
<div class="columns">
<section><h2>Userinfo</h2>${claimList(userinfo)}</section>
<section><h2>Claims of the ID token</h2>${claimList(idTokenClaims)}</section>
</div>
<section><h2>Tokens</h2>
<p>They are stored in this page’s memory only. There is no refresh token: a renewal sends a new request, with <code>prompt=none</code>.</p>
${tokenDetails('ID token', idToken)}
${tokenDetails('Access token', accessToken)}
</section>`;
}

/** `code` is the protocol's error code. */
export function rejectedView(code: string, description?: string): Html {
  const { title, text } = explainRejection(code);
  return html`<h1>${title}</h1><p>${text}</p>
<p class="error"><code>${code}</code>${description !== undefined && html` ${description}`}</p>
<p class="actions">${signInButton} <a class="button" href="/">All demos</a></p>`;
}

export function noStorageView(): Html {
  return html`<h1>Your browser stores nothing for this page</h1>
<p>Linkgate’s responses come with a state that was immediately forgotten here. Allow cookies and storage for this page, then try again.</p>
<p class="actions">${signInButton} <a class="button" href="/">All demos</a></p>`;
}

/** `reason` is the message of keycloak-js or the browser. */
export function failedView(reason: string): Html {
  return html`<h1>The sign-in didn’t work</h1>
<p>Linkgate couldn’t be reached, or what it sent didn’t pass the checks of this application.</p>
<p class="error">${reason}</p>
<p class="actions">${signInButton} <a class="button" href="/">All demos</a></p>`;
}

const signInButton = html`<button class="button primary" type="button" data-action="sign-in">Sign in with Linkgate</button>`;
