/** Decides what the single-page application does once keycloak-js has checked the URL. */

/** The response to an authorization request, as the URL contained it before keycloak-js removed it. */
export interface Answer {
  code: boolean;
  error: string | undefined;
}

/** Reads the URL's query (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export function readResponse(query: string): Answer {
  const parameters = new URLSearchParams(query);
  return { code: parameters.has('code'), error: parameters.get('error') ?? undefined };
}

export type Outcome = 'signed-in' | 'signed-out' | 'begin-again' | 'no-storage' | { rejected: string };

/**
 * keycloak-js ignores a response whose `state` it doesn't know: the link was opened in another browser than the one that
 * requested it. The account is now signed in here, so a new request needs no email. `begunAgain`: this was already done, for
 * a browser that stores nothing for this page and would loop forever.
 */
export function decide(answer: Answer, authenticated: boolean, begunAgain: boolean): Outcome {
  if (authenticated) return 'signed-in';
  if (answer.error !== undefined) return { rejected: answer.error };
  if (!answer.code) return 'signed-out';
  return begunAgain ? 'no-storage' : 'begin-again';
}
