/** Keycloak's account console: its client, and the account API. */
import { inject } from 'vitest';
import type { Agent } from './agent.ts';
import { authUrl, pkcePair } from './authorization.ts';
import { chooseSignedInAccount } from './chooser.ts';
import { ENDPOINTS } from './endpoints.ts';
import { bearer } from './form.ts';

/** The Keycloak client that gets refresh tokens. */
const client = () => ({
  client_id: 'account-console',
  redirect_uri: `${inject('site').baseUrl}/account/`,
});

/** The token endpoint's response for that client. */
export interface PagesTokens {
  access_token: string;
  refresh_token: string;
}

async function grant(fields: Record<string, string>): Promise<PagesTokens | null> {
  const body = new URLSearchParams({ ...fields, client_id: client().client_id });
  const response = await fetch(ENDPOINTS[0].token, { method: 'POST', body });
  return response.ok ? ((await response.json()) as PagesTokens) : null;
}

/** Gets tokens for the account that a browser is signed in to. */
export async function tokensOfPages(agent: Agent): Promise<PagesTokens> {
  const { verifier, challenge } = pkcePair();
  const page = await chooseSignedInAccount(agent, await agent.open(authUrl(client(), { fields: challenge })));
  const code = new URL(page.url).searchParams.get('code') ?? '';
  const { redirect_uri } = client();
  const tokens = await grant({
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier: verifier,
  });
  if (tokens === null) throw new Error(`no tokens by the code of ${page.url}`);
  return tokens;
}

/** Refreshes the tokens; returns null if they are no longer valid. */
export async function renewed({ refresh_token }: PagesTokens): Promise<PagesTokens | null> {
  return await grant({ grant_type: 'refresh_token', refresh_token });
}

/** Reads or updates the account. */
export async function requestAccount(
  { access_token }: PagesTokens,
  change: Record<string, string> | null = null,
): Promise<Response> {
  return await fetch(`${inject('site').baseUrl}/account`, {
    headers: { ...bearer(access_token), accept: 'application/json', 'content-type': 'application/json' },
    ...(change === null ? {} : { method: 'POST', body: JSON.stringify(change) }),
  });
}
