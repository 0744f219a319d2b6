/** Clients whose users stay signed in, and their refresh tokens. */

import { expect, inject } from 'vitest';
import {
  keycloakAttributes,
  OFFLINE_SCOPE,
  outlivesSession,
} from '../../provider-scripts/src/clients/refresh-tokens.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import type { Agent } from './agent.ts';
import { codeFrom, exchangeFields, pkcePair } from './authorization.ts';
import { credentials, type Fields, post } from './form.ts';
import { makeClient, type OwnClient } from './own-client.ts';
import type { Tokens } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** Tokens with a refresh token. */
export interface RefreshableTokens extends Tokens {
  refresh_token: string;
  refresh_expires_in: number;
}

/** Creates a client with this setting, and what Keycloak needs for it. */
export async function makeStayingClient(
  setting: string,
  fields: Parameters<typeof makeClient>[0] = {},
): Promise<OwnClient> {
  const stay = readSetting(CLIENT.refreshTokens, setting);
  const derived = Object.entries(keycloakAttributes(stay)).filter(([, value]) => value !== null);
  return await makeClient({
    defaultClientScopes: ['basic', ...(outlivesSession(stay) ? [OFFLINE_SCOPE] : [])],
    ...fields,
    attributes: {
      [CLIENT.refreshTokens.name]: setting,
      'client_credentials.use_refresh_token': 'false',
      ...Object.fromEntries(derived),
      ...fields.attributes,
    },
  });
}

/** Tokens of a signed-in browser, with the refresh token that the client must get. */
export async function refreshableFrom(
  agent: Agent,
  client: SiteClient,
  fields: Fields = {},
): Promise<RefreshableTokens> {
  const { verifier, challenge } = pkcePair();
  const code = await codeFrom(agent, client, { fields: { ...fields, ...challenge } });
  const response = await post(
    `${inject('site').baseUrl}/token`,
    exchangeFields(client, code, { code_verifier: verifier }),
  );
  expect(response.status, await response.clone().text()).toBe(200);
  const tokens = (await response.json()) as RefreshableTokens;
  expect(tokens.refresh_token).toEqual(expect.any(String));
  return tokens;
}

/** Uses a refresh token; returns the raw response. */
export async function refresh(
  token: string,
  client: SiteClient,
  { node = inject('site').serverUrl, ...fields }: Fields & { node?: string } = {},
): Promise<Response> {
  return await post(`${node}/realms/linkgate/token`, {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...credentials(client),
    ...fields,
  });
}

/** Uses a refresh token that must be valid. */
export async function refreshed(
  token: string,
  client: SiteClient,
  fields: Fields & { node?: string } = {},
): Promise<RefreshableTokens> {
  const response = await refresh(token, client, fields);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as RefreshableTokens;
}
