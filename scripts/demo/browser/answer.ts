/** Decides what the single page does once keycloak-js has looked at the address. */

/** The answer to an authorization request, as the address held it before keycloak-js cleaned it. */
export interface Answer {
  code: boolean;
  error: string | undefined;
}

/** Reads the query of the address (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export function readResponse(query: string): Answer {
  const parameters = new URLSearchParams(query);
  return { code: parameters.has('code'), error: parameters.get('error') ?? undefined };
}

export type Outcome = 'signed-in' | 'signed-out' | 'begin-again' | 'no-storage' | { rejected: string };

/**
 * keycloak-js ignores a response whose `state` it doesn't know: the link was opened in another browser than the one that
 * asked. The account is signed in here by now, so asking again needs no email. `begunAgain` says that this was done already, for
 * a browser that keeps nothing for this page and would loop forever.
 */
export function decide(answer: Answer, authenticated: boolean, begunAgain: boolean): Outcome {
  if (authenticated) return 'signed-in';
  if (answer.error !== undefined) return { rejected: answer.error };
  if (!answer.code) return 'signed-out';
  return begunAgain ? 'no-storage' : 'begin-again';
}
