/** Explains to the user why a sign-in failed. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { explainRejection } from './rejection.ts';

export interface Explanation {
  /** HTTP status of the page. */
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The protocol's error code, where there is one. */
  readonly code?: string | undefined;
  /** The server's error description; undefined if the response may be forged. */
  readonly description?: string | undefined;
}

/** Explains an error response at the redirect URI (RFC 6749 section 4.1.2.1). */
export function explainResponse(code: string, description?: string): Explanation {
  return { status: 400, ...explainRejection(code), code, description };
}

/** Explains errors that `completeSignIn`, `startSignIn` and `signOutUrl` throw. */
export function explainFailure(error: unknown, baseUrl: string): Explanation {
  if (error instanceof AuthorizationResponseError)
    return explainResponse(error.error, error.error_description);
  if (error instanceof ResponseBodyError) return rejected(error.error, error.error_description);
  if (error instanceof WWWAuthenticateChallengeError) {
    const { error: code, error_description } = error.cause[0]?.parameters ?? {};
    return rejected(code ?? `HTTP ${error.status}`, error_description);
  }
  if (isUnreachable(error)) {
    return {
      status: 502,
      title: 'Linkgate doesn’t respond',
      text: `No usable response from ${baseUrl}. If the server is just starting, try again in a few seconds.`,
    };
  }
  return {
    status: 502,
    title: 'The sign-in didn’t work',
    text: 'This application couldn’t validate Linkgate’s response.',
    description: error instanceof Error ? error.message : undefined,
  };
}

function rejected(code: string, description?: string): Explanation {
  return {
    status: 502,
    title: 'Linkgate rejected this application’s request',
    text: 'You did nothing wrong: the problem is between the two servers.',
    code,
    description,
  };
}

/** `fetch` throws a TypeError with a cause; a server that isn't ready yet sends unexpected statuses or content. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return error.cause !== undefined;
  return error instanceof ClientError && error.code !== undefined && UNREACHABLE_CODES.has(error.code);
}

const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
