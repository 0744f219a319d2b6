/** The pages of a relying party with a server. */
import { claimList, tokenDetails, valueList } from '../html/claims.ts';
import { type Html, html } from '../html/html.ts';
import { message, page } from '../html/page.ts';
import type { Explanation } from './failure.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SignedIn } from './sign-in.ts';
import type { Step } from './steps.ts';

/** The page for users who aren't signed in here. */
export function signedOutPage({ id, name, paths }: RelyingParty): string {
  return page({
    title: 'Not signed in',
    branding: id,
    main: message({
      title: `Welcome to ${name}`,
      text: html`<p>You aren’t signed in to ${name} yet. If Linkgate has signed you in in this browser, as after an invitation, that takes one click; otherwise it sends a link to your address. There is no password.</p>`,
      links: html`<a class="button primary" href="${paths.signIn}">Sign in with Linkgate</a>`,
    }),
  });
}

/** The page with all data that the relying party received. */
export function signedInPage({ id, paths }: RelyingParty, signedIn: SignedIn): string {
  const { label, userinfo, idTokenClaims, idToken, accessToken, steps } = signedIn;
  return page({
    title: 'Signed in',
    branding: id,
    main: html`<main>
<h1>Signed in</h1>
<p class="lead">as <strong>${label}</strong></p>
<form class="actions" method="post" action="${paths.signOut}">
<button class="button primary">Sign out</button>
<a class="button" href="${paths.signIn}?prompt=select_account">Choose another account</a>
<a class="button" href="${paths.signIn}?prompt=login">Confirm with a new link</a>
</form>
<div class="columns">
<section><h2>Userinfo</h2>${claimList(userinfo)}</section>
<section><h2>Claims of the ID token</h2>${claimList(idTokenClaims)}</section>
</div>
<section><h2>Tokens</h2>
<p>They stay on the server of this application; the browser has just its cookie.</p>
${tokenDetails('ID token', idToken)}
${tokenDetails('Access token', accessToken)}
</section>
<section><h2>Steps of the sign-in</h2><ol class="steps">${steps.map(stepItem)}</ol></section>
</main>`,
  });
}

function stepItem({ title, text, values }: Step): Html {
  return html`<li><h3>${title}</h3>${text !== undefined && html`<p>${text}</p>`}${valueList(values)}</li>`;
}

/** The page for a failed sign-in. */
export function failurePage(
  { id, paths }: RelyingParty,
  { title, text, code, description }: Explanation,
): string {
  return page({
    title,
    branding: id,
    main: message({
      title,
      text: html`<p>${text}</p>
${code !== undefined && html`<p class="error"><code>${code}</code>${description !== undefined && html` ${description}`}</p>`}
${code === undefined && description !== undefined && html`<p class="error">${description}</p>`}`,
      links: html`<a class="button primary" href="${paths.signIn}">Try again</a> <a class="button" href="/">All demos</a>`,
    }),
  });
}
