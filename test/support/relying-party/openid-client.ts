/** An application made with the Node library openid-client, as in its documentation. */
import * as oidc from 'openid-client';
import { inject } from 'vitest';
import type { Agent } from '../agent.ts';
import { signInOnPages } from '../page-sign-in.ts';
import type { SiteClient } from '../site.ts';

/** Reads the server's metadata. `metadata` is the client's own. */
export async function configure(
  client: Omit<SiteClient, 'redirect_uri'>,
  authentication: oidc.ClientAuth = oidc.ClientSecretPost(client.client_secret),
  metadata: Partial<oidc.ClientMetadata> = {},
): Promise<oidc.Configuration> {
  const issuer = new URL(inject('site').baseUrl);
  return await oidc.discovery(issuer, client.client_id, metadata, authentication, {
    execute: [oidc.allowInsecureRequests],
  });
}

/** A complete sign-in; the library compares state, nonce, issuer and the ID token's claims. */
export async function signInWith(
  config: oidc.Configuration,
  client: Pick<SiteClient, 'redirect_uri'>,
  email: string,
  { agent, ...options }: oidc.DPoPOptions & { agent?: Agent } = {},
): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers> {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
    idTokenExpected: true,
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: client.redirect_uri,
    scope: 'openid profile email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(options.DPoP && { dpop_jkt: await options.DPoP.calculateThumbprint() }),
  });
  const callback = await signInOnPages(url.href, email, agent === undefined ? {} : { agent });
  return await oidc.authorizationCodeGrant(config, callback, checks, undefined, options);
}
