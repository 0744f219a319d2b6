/** The front page: what there is to try. */
import type { RunFile } from '../../run-file.ts';
import { BRANDS, type BrandId } from '../html/brand.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../html/page.ts';
import { PATHS } from '../relying-party/party.ts';

export interface FrontPage {
  run: RunFile;
  /** The accounts signed in at the applications with a server, by their label. */
  accounts: { web: string | undefined; shop: string | undefined };
  linkCommand: string;
  machineCommand: string;
}

export function frontPage({ run, accounts, linkCommand, machineCommand }: FrontPage): string {
  return page({
    title: 'Sign in with a link',
    script: '/assets/front.js',
    main: html`<main>
<h1>Sign in with a link</h1>
<p class="lead">Three applications that leave signing in to Linkgate. Use any address: the mail arrives in the
<a href="${run.inbox_url}">inbox</a>, and there is no password.</p>
<div class="cards">
${serverCard('web', 'Has a server of its own and keeps the tokens there.', accounts.web)}
${serverCard('shop', 'Another one, with its own look in the mail. Once you are signed in, it needs none.', accounts.shop)}
${card('spa', 'A single page without a server: the tokens are in the browser.', html`<a class="button primary" href="${BRANDS.spa.home}">Open ${BRANDS.spa.name}</a>`)}
</div>
<div class="columns uneven">
<section><h2>From the command line</h2>
<p>An application can ask for the mail itself:</p>
${command('link-command', linkCommand)}
<p>Open the link from the <a href="${run.inbox_url}">inbox</a> and agree. ${BRANDS.web.name} gets an answer that it didn’t ask for, asks
once more itself, and you are in: no second mail.</p>
</section>
<section><h2>Behind it</h2>
<ul class="links">
<li><a href="${run.inbox_url}">Inbox</a> with every mail that was sent</li>
<li><a href="${run.server_url}/admin/">Admin console</a>: user <code>${run.admin.username}</code>, the password is in
<code>.local/run.json</code></li>
<li><a href="${run.base_url}/.well-known/openid-configuration">Discovery document</a> of <code>${run.base_url}</code></li>
</ul>
<details><summary>A token for a machine</summary>
<p>Run this in the project’s folder:</p>
${command('machine-command', machineCommand)}
</details>
</section>
</div>
</main>`,
  });
}

function serverCard(id: 'web' | 'shop', text: string, account: string | undefined): Html {
  const action =
    account === undefined
      ? html`<a class="button primary" href="${PATHS[id].signIn}">Sign in to ${BRANDS[id].name}</a>`
      : html`<a class="button" href="${PATHS[id].home}">Signed in as ${account}</a>`;
  return card(id, text, action);
}

function card(id: BrandId, text: string, action: Html): Html {
  return html`<section class="card brand-${id}"><h2>${BRANDS[id].name}</h2><p>${text}</p><p class="actions">${action}</p></section>`;
}

/** The button needs the page's script, which shows it. */
function command(id: string, text: string): Html {
  return html`<div class="command"><pre tabindex="0"><code id="${id}">${text}</code></pre>
<button class="button" type="button" data-copy="${id}" hidden>Copy</button></div>`;
}
