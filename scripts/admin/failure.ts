/** Turns what the admin client throws into an error that says what was being done and what the server answered. */

import { NetworkError } from '@keycloak/keycloak-admin-client';
import { Failure } from '../server/failure.ts';

/** A failure reading `<what>: <reason>`; an HTTP answer's reason is its status and body, a failed connection's its cause. */
export function explainFailure(what: string, error: unknown): Failure {
  return new Failure(`${what}: ${reasonOf(error)}`);
}

/** The status for want of a role. */
export const FORBIDDEN = 403;

/** The admin API refused because the credentials lack a role. */
export class Forbidden extends Failure {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** The path that the admin API refused for want of a role; undefined for any other error. */
export function forbiddenPath(error: unknown): string | undefined {
  if (error instanceof Forbidden) return error.path;
  if (!(error instanceof NetworkError) || error.response.status !== FORBIDDEN) return undefined;
  return new URL(error.response.url).pathname;
}

function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) {
    const { status, statusText } = error.response;
    return [status, statusText, describeBody(error.responseData)].filter(Boolean).join(' ');
  }
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

function describeBody(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
