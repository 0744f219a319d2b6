/** An agent with the official SDK of the Model Context Protocol: it names itself by a document, signs in by link, calls a tool and renews. */
import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import express from 'express';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOOPBACK_ADDRESSES, listen } from '../../../scripts/demo/listen.ts';
import { mcpResource, mcpRoutes } from '../../../scripts/demo/mcp/routes.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { makeApiScope, type OwnApiScope } from '../../support/api-scope.ts';
import { type DocumentSite, openDocumentSite } from '../../support/document-site.ts';
import { newAddress } from '../../support/email.ts';
import { signInOnPages } from '../../support/page-sign-in.ts';

const { baseUrl } = inject('site');
const REALM = 'linkgate';
const REDIRECT_URI = 'http://127.0.0.1/callback';

let site: DocumentSite;
let scope: OwnApiScope;
let origin: string;
const endings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  scope = await makeApiScope({ audience: mcpResource(origin) });
  site = await openDocumentSite();
  endings.push(scope.remove, site.close);
  endings.push(await setRealmAttributes({ 'linkgate.client-id-metadata-documents': 'approval' }));
  const app = express().use(mcpRoutes({ origin, issuer: baseUrl, scope: scope.name }));
  endings.push(await listen(app, port, LOOPBACK_ADDRESSES));
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

/** What an agent stores between its start and the end of a sign-in. */
function agentOf(clientId: string) {
  const stored: { client?: unknown; tokens?: unknown; verifier?: string; url?: URL } = {};
  const provider: OAuthClientProvider = {
    clientMetadataUrl: clientId,
    redirectUrl: REDIRECT_URI,
    clientMetadata: {
      client_name: 'Agent',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => stored.client as never,
    saveClientInformation: (client) => {
      stored.client = client;
    },
    tokens: () => stored.tokens as never,
    saveTokens: (tokens) => {
      stored.tokens = tokens;
    },
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier ?? '',
    redirectToAuthorization: (url) => {
      stored.url = url;
    },
  };
  return { stored, provider };
}

/** Connects with the stored tokens and calls the tool. */
async function whoAmI(provider: OAuthClientProvider): Promise<string> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(mcpResource(origin)), {
    authProvider: provider,
  });
  await client.connect(transport as never);
  const { content } = await client.callTool({ name: 'whoami' });
  await client.close();
  return (content as { text: string }[])[0]?.text ?? '';
}

/** Approves the client as it is shown, with what an agent needs. */
async function approve(clientId: string): Promise<void> {
  const [{ id = '' } = {}] = await (await admin()).clients.find({ realm: REALM, clientId });
  const version = async () => (await callAdminApi<{ version: string }>('GET', `/clients/${id}`)).json.version;
  await scope.assignTo({ client_id: clientId });
  const stay = { refresh_tokens: 'session', version: await version() };
  expect((await callAdminApi('PUT', `/clients/${id}/refresh-tokens`, { body: stay })).status).toBe(200);
  const decision = { state: 'approved', version: await version() };
  expect((await callAdminApi('PUT', `/clients/${id}/approval`, { body: decision })).status).toBe(200);
  endings.push(async () => {
    await (await admin()).clients.del({ realm: REALM, id });
  });
}

test('an agent discovers the server, waits for approval, signs in, calls a tool and renews its tokens', async () => {
  const clientId = site.publish('/agent.json', {
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
  });
  const { stored, provider } = agentOf(clientId);
  await expect(whoAmI(provider)).rejects.toThrow(UnauthorizedError);
  expect(stored.client).toMatchObject({ client_id: clientId });
  const requested = stored.url?.searchParams;
  expect(requested?.get('resource')).toBe(mcpResource(origin));
  expect(requested?.get('scope')).toBe(scope.name);
  expect((await fetch(stored.url ?? '', { headers: { accept: 'application/json' } })).status).toBe(403);
  await approve(clientId);

  const back = await signInOnPages(String(stored.url), newAddress());
  const code = back.searchParams.get('code') ?? '';
  expect(await auth(provider, { serverUrl: mcpResource(origin), authorizationCode: code })).toBe(
    'AUTHORIZED',
  );
  const first = stored.tokens as { access_token: string; refresh_token: string };
  const { sub, aud } = decodeJwt(first.access_token);
  expect(aud).toBe(mcpResource(origin));
  expect(await whoAmI(provider)).toBe(`${sub} through ${clientId}`);

  // The server rejects the token as it would an expired one; the SDK renews it by itself.
  stored.tokens = { ...first, access_token: 'expired' };
  expect(await whoAmI(provider)).toBe(`${sub} through ${clientId}`);
  const second = stored.tokens as typeof first;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(decodeJwt(second.access_token)).toMatchObject({ sub, aud });
});
