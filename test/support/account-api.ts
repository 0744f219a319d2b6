/** Keycloak's account API, as its console calls it. */
import { inject } from 'vitest';
import type { Agent } from './agent.ts';
import { authUrl, pkcePair } from './authorization.ts';
import { chooseSignedInAccount } from './chooser.ts';
import { bearer } from './form.ts';
import { exchange } from './sign-in.ts';

/** Calls it for the user who is signed in in a browser. */
export async function deleteByAccountApi(agent: Agent, path: string): Promise<Response> {
  const { baseUrl } = inject('site');
  const { verifier, challenge } = pkcePair();
  const client = { client_id: 'account-console', redirect_uri: `${baseUrl}/account/` };
  const fields = { ...challenge, scope: 'openid' };
  const end = await chooseSignedInAccount(agent, await agent.open(authUrl(client, { fields })));
  const code = new URL(end.headers.get('location') ?? end.url).searchParams.get('code');
  const response = await exchange(code, client, { code_verifier: verifier });
  const { access_token } = (await response.json()) as { access_token: string };
  return await fetch(`${baseUrl}/account/${path}`, {
    method: 'DELETE',
    headers: { ...bearer(access_token), accept: 'application/json' },
  });
}
