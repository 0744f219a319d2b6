/** The front page, which lists the demo applications. */
import { LANGUAGES } from '../../../provider-scripts/src/realm/language/languages.ts';
import type { RunFile } from '../../run-file.ts';
import { APPLICATIONS, type ApplicationId } from '../html/branding.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../html/page.ts';
import { PATHS, type RelyingPartyId } from '../relying-party/relying-party.ts';

export interface FrontPage {
  run: RunFile;
  /** Labels of the signed-in accounts, by application. */
  accounts: Readonly<Record<RelyingPartyId, string | undefined>>;
  linkCommand: string;
  machineCommand: string;
}

export function frontPage({ run, accounts, linkCommand, machineCommand }: FrontPage): string {
  return page({
    title: 'Sign in with a link',
    script: '/assets/front.js',
    main: html`<main>
<div class="opening">
<div>
<h1>Sign in with a link</h1>
<p class="lead">Four applications sign users in with Linkgate, without passwords.</p>
</div>
<p class="actions"><a class="button" href="${run.inbox_url}">Inbox</a>
<a class="button" href="${run.administration.url}">Linkgate administration</a>
<a class="button" href="${run.server_url}/admin/">Keycloak console</a></p>
</div>
<ol class="instructions">
<li><strong>Choose</strong> an application and enter any address.</li>
<li><strong>Open</strong> the link that arrives in the <a href="${run.inbox_url}">inbox</a> in a new tab, and agree.</li>
<li><strong>See</strong> the claims, the tokens and each step of the sign-in.</li>
<li><strong>Continue</strong> with the next application: only ${APPLICATIONS.beta.name} needs another email.</li>
</ol>
<div class="cards">
${serverCard('web', html`Has its own server and stores the tokens there. Its pages and emails use a plain green branding.`, accounts.web)}
${serverCard('shop', html`Like the first, with its own branding: colours, text, subject and sender.`, accounts.shop)}
${card('spa', html`A single page without a server: the tokens are in the browser. It uses Linkgate’s default branding.`, html`<a class="button primary" href="${APPLICATIONS.spa.home}">Open ${APPLICATIONS.spa.name}</a>`)}
${serverCard('beta', html`In a realm with closed sign-up: a new address needs the referral code <code id="referral-code">${run.beta.referral_code}</code>. Open its email on another device or in another browser: a comparison code completes the sign-in here.`, accounts.beta)}
</div>
<p class="languages">Pages and emails are available in ${LANGUAGES.map(languageLink)}.</p>
<div class="columns uneven">
<section><h2>From the command line</h2>
<p>An application can request the email itself:</p>
${command('link-command', linkCommand)}
<p>Open the link from the <a href="${run.inbox_url}">inbox</a> in a new tab and agree. ${APPLICATIONS.web.name} receives a response that it didn’t request, sends
a request of its own, and you are signed in, without a second email.</p>
</section>
<section><h2>Behind it</h2>
<ul class="links">
<li><a href="${run.administration.url}">Linkgate administration</a>: sign in as <code>${run.administration.email}</code>; the link
arrives in the <a href="${run.inbox_url}">inbox</a></li>
<li><a href="${run.server_url}/admin/">Keycloak console</a>: user <code>${run.admin.username}</code>, the password is in <code>.local/run.json</code></li>
<li><a href="${run.base_url}/.well-known/openid-configuration">Discovery document</a> of <code>${run.base_url}</code></li>
</ul>
<details><summary>An agent</summary>
<p>The demo is also an MCP server, <code>${run.demo_url}/mcp</code>. An MCP client that asks for a client ID is <code>demo-agent</code>;
it finds the rest by itself. The realm is that of ${APPLICATIONS.beta.name}.</p>
</details>
<details><summary>A token for a machine</summary>
<p>Run this in the project’s folder:</p>
${command('machine-command', machineCommand)}
</details>
</section>
</div>
</main>`,
  });
}

function serverCard(id: RelyingPartyId, text: Html, account: string | undefined): Html {
  const action =
    account === undefined
      ? html`<a class="button primary" href="${PATHS[id].signIn}">Sign in to ${APPLICATIONS[id].name}</a>`
      : html`<a class="button" href="${PATHS[id].home}">Signed in as ${account}</a>`;
  return card(id, text, action);
}

/** A link that opens the sign-in page in this language. */
function languageLink({ tag, name, direction }: (typeof LANGUAGES)[number], index: number): Html {
  const address = `${PATHS.web.signIn}?prompt=login&language=${tag}`;
  return html`${index > 0 && ', '}<a href="${address}" lang="${tag}" dir="${direction}">${name}</a>`;
}

function card(id: ApplicationId, text: Html, action: Html): Html {
  return html`<section class="card branding-${id}"><h2>${APPLICATIONS[id].name}</h2><p>${text}</p><p class="actions">${action}</p></section>`;
}

/** The button is hidden until the page's script shows it. */
function command(id: string, text: string): Html {
  return html`<div class="command"><pre tabindex="0"><code id="${id}">${text}</code></pre>
<button class="button" type="button" data-copy="${id}" hidden>Copy</button></div>`;
}
