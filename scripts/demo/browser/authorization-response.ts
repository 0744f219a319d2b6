/** Decides what the single-page application does after keycloak-js has processed the URL. */

/** The authorization response in the URL, read before keycloak-js removes it. */
export interface AuthorizationResponse {
  code: boolean;
  error: string | undefined;
}

/** Reads the URL's query (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export function readAuthorizationResponse(query: string): AuthorizationResponse {
  const parameters = new URLSearchParams(query);
  return { code: parameters.has('code'), error: parameters.get('error') ?? undefined };
}

export type Outcome = 'signed-in' | 'signed-out' | 'restart' | 'no-storage' | { rejected: string };

/**
 * keycloak-js ignores a response with an unknown `state`: the link was opened in another browser than the one that requested
 * it. The user is signed in at the server now, so a new request needs no email. `restarted` is true if such a request was
 * already sent: a browser that stores no data for this page would otherwise restart forever.
 */
export function decide(
  authorizationResponse: AuthorizationResponse,
  authenticated: boolean,
  restarted: boolean,
): Outcome {
  if (authenticated) return 'signed-in';
  if (authorizationResponse.error !== undefined) return { rejected: authorizationResponse.error };
  if (!authorizationResponse.code) return 'signed-out';
  return restarted ? 'no-storage' : 'restart';
}
