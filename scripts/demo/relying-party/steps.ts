/** Describes the steps of a completed sign-in, to show how the protocol works. */
import { decodeProtectedHeader } from 'jose';
import type { IDToken, ServerMetadata, TokenEndpointResponse } from 'openid-client';

const CODE_CHARACTERS_SHOWN = 8;

export interface Step {
  readonly title: string;
  readonly text?: string;
  /** Values by name, in the order in which they are shown. */
  readonly values: Readonly<Record<string, string>>;
}

export interface SignInRecord {
  server: ServerMetadata;
  request: URL;
  restarted: boolean;
  authorizationResponse: URL;
  tokens: TokenEndpointResponse;
  idToken: string;
  claims: IDToken;
}

/** The steps contain no tokens or secrets, and only the first characters of the used code. */
export function signInSteps({
  server,
  request,
  restarted,
  authorizationResponse,
  tokens,
  idToken,
  claims,
}: SignInRecord): Step[] {
  const header = decodeProtectedHeader(idToken);
  return [
    ...(restarted ? [restartStep] : []),
    {
      title: 'The browser was sent to the authorization endpoint',
      values: {
        authorization_endpoint: `${request.origin}${request.pathname}`,
        ...Object.fromEntries(request.searchParams),
      },
    },
    {
      title: 'It returned with a code',
      text: 'The state is the one that this browser sent, and the issuer is the one in the discovery document.',
      values: {
        code: `${authorizationResponse.searchParams.get('code')?.slice(0, CODE_CHARACTERS_SHOWN)}…`,
        state: authorizationResponse.searchParams.get('state') ?? '',
        iss: authorizationResponse.searchParams.get('iss') ?? 'not sent',
      },
    },
    {
      title: 'The code was exchanged for tokens, server to server',
      text: 'With the client’s secret and the PKCE verifier, neither of which the browser ever saw.',
      values: {
        token_endpoint: server.token_endpoint ?? '',
        token_type: tokens.token_type,
        expires_in: `${tokens.expires_in ?? 'unknown'} (seconds)`,
        scope: tokens.scope ?? 'as requested',
      },
    },
    {
      title: 'The ID token was checked',
      text: 'Its signature with the server’s published key, then issuer, audience, nonce and times.',
      values: {
        jwks_uri: server.jwks_uri ?? '',
        kid: header.kid ?? 'none',
        alg: header.alg ?? 'none',
        iss: claims.iss,
        aud: [claims.aud].flat().join(' '),
        nonce: claims.nonce ?? '',
      },
    },
    {
      title: 'The claims were read from the userinfo endpoint',
      text: 'With the access token; its subject equals the ID token’s.',
      values: { userinfo_endpoint: server.userinfo_endpoint ?? '', sub: claims.sub },
    },
  ];
}

const restartStep: Step = {
  title: 'A response arrived with an unknown state',
  text:
    'The link was requested elsewhere: in another browser or through the API. Its code wasn’t used, and a new request was ' +
    'sent. The account is signed in at the server in this browser, so no second email was needed.',
  values: {},
};
