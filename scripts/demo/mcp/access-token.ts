/** Verifies access tokens of Linkgate as any API does: signature, issuer, audience and time. */
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { OAuthTokenVerifier } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** Returns the verifier of tokens for an audience; it loads the keys on first use. */
export function accessTokenVerifier(issuer: string, audience: string): OAuthTokenVerifier {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return {
    verifyAccessToken: async (token) => {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub', 'scope'],
      }).catch((error: unknown) => {
        throw new InvalidTokenError(error instanceof Error ? error.message : 'not a token');
      });
      return {
        token,
        clientId: String(payload.azp ?? ''),
        scopes: String(payload.scope).split(' '),
        expiresAt: payload.exp ?? 0,
        extra: { sub: payload.sub },
      };
    },
  };
}
