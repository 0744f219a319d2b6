/** Determines what the single-page application does once keycloak-js has processed the URL. */

/** The response to an authorization request, as the URL contained it before keycloak-js removed it. */
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
 * keycloak-js ignores a response whose `state` it doesn't know: the link was opened in another browser than the one that
 * requested it. The account is now signed in here, so a new request needs no email. `restarted`: such a request was already
 * sent, and a browser that stores nothing for this page would loop forever.
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
