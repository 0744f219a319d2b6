/** Assembles the demo's routes. */
import express, { type ErrorRequestHandler, type Express } from 'express';
import { randomNonce, randomState } from 'openid-client';
import type { RunFile } from '../run-file.ts';
import { assetRoutes } from './assets.ts';
import { linkCommand, machineCommand } from './front/commands.ts';
import { frontPage } from './front/page.ts';
import { APPLICATIONS } from './html/branding.ts';
import { html } from './html/html.ts';
import { message, page } from './html/page.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { BrowserSessions } from './relying-party/browser-sessions.ts';
import { createRelyingParty, RELYING_PARTY_IDS } from './relying-party/relying-party.ts';
import { relyingPartyRoutes } from './relying-party/routes.ts';
import { securityHeaders } from './security-headers.ts';
import { spaConfig } from './spa/config.ts';
import { spaPage } from './spa/page.ts';

/** The API scope of the sample MCP server, which the realm with closed sign-up declares. */
const MCP_SCOPE = 'demo:tools';

/** The demo application served at `http://localhost:<port>`. */
export async function createApp({ port, run }: { port: number; run: RunFile }): Promise<Express> {
  const origin = `http://localhost:${port}`;
  const sessions = new BrowserSessions(port);
  const app = express().disable('x-powered-by');
  app.use(securityHeaders(run.server_url), await assetRoutes());

  app.get('/', (request, response) => {
    const session = sessions.find(request);
    response.send(
      frontPage({
        run,
        accounts: {
          web: session?.web.signedIn?.label,
          shop: session?.shop.signedIn?.label,
          beta: session?.beta.signedIn?.label,
        },
        linkCommand: linkCommand(run, { state: randomState(), nonce: randomNonce() }),
        machineCommand: machineCommand(run),
      }),
    );
  });
  for (const id of RELYING_PARTY_IDS) {
    app.use(relyingPartyRoutes(createRelyingParty(id, origin, run), sessions));
  }
  app.use(mcpRoutes({ origin, issuer: run.beta.base_url, scope: MCP_SCOPE }));
  app.get(APPLICATIONS.spa.home, (_request, response) => {
    response.send(spaPage());
  });
  app.get(`${APPLICATIONS.spa.home}/config.json`, (_request, response) => {
    response.json(spaConfig(run, origin));
  });

  app.use((_request, response) => {
    response.status(404).send(plainPage('Page not found', 'No page exists at this address.'));
  });
  app.use(((error, _request, response, _next) => {
    console.error(error);
    response.status(500).send(plainPage('Something went wrong', 'See the demo’s output for details.'));
  }) satisfies ErrorRequestHandler);
  return app;
}

function plainPage(title: string, text: string): string {
  const links = html`<a class="button primary" href="/">All demos</a>`;
  return page({ title, main: message({ title, text: html`<p>${text}</p>`, links }) });
}
