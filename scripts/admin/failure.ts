/** Turns errors of servers, connections and files into one line: the operation, the problem, and how to fix it. */

import { NetworkError } from '@keycloak/keycloak-admin-client';
import { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';

const CHECK_CREDENTIALS = 'check the KEYCLOAK_ADMIN_… variables';
const GIVE_ROLE =
  "this account lacks a role: give it the role admin of the realm master, or realm-admin of the realm's client realm-management";

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is a file where a folder is expected',
  EISDIR: 'there is a folder where a file is expected',
  EACCES: 'permission denied for this user',
};

/**
 * Returns a failure with the message `<what>: <reason>`. An error without an external cause is a bug and is returned unchanged,
 * with its stack.
 */
export function explainFailure(what: string, error: unknown): Error {
  const failure = asFailure(error);
  return failure instanceof Failure ? new Failure(`${what}: ${failure.message}`, failure.details) : failure;
}

/** Turns errors that the user can act on into a one-line failure; returns anything else unchanged. */
export function asFailure(error: unknown): Error {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  const reason = responseReason(error) ?? connectionReason(error) ?? fileReason(error);
  return reason === undefined ? error : new Failure(reason);
}

/** The status for a missing role. */
export const FORBIDDEN = 403;

/** The admin API rejected because the credentials lack a role. */
export class Forbidden extends Failure {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** The path that the admin API rejected because of a missing role; undefined for any other error. */
export function forbiddenPath(error: unknown): string | undefined {
  if (error instanceof Forbidden) return error.path;
  if (!(error instanceof NetworkError) || error.response.status !== FORBIDDEN) return undefined;
  return new URL(error.response.url).pathname;
}

function responseReason(error: Error): string | undefined {
  if (error instanceof NetworkError) {
    const { status, statusText } = error.response;
    const response = [status, statusText, describeBody(error.responseData)].filter(Boolean).join(' ');
    const hint = hintFor(error);
    return hint === undefined ? response : `${response}: ${hint}`;
  }
  // Node's message quotes the text, which may contain secrets.
  if (error instanceof SyntaxError && error.message.includes('JSON'))
    return "the response isn't JSON: is this the address of a Keycloak server?";
  return undefined;
}

/** The token endpoint rejects a password with 400 `invalid_grant` (RFC 6749, section 5.2). */
function hintFor({ response: { status }, responseData }: NetworkError): string | undefined {
  const isBadPassword = isJsonObject(responseData) && responseData.error === 'invalid_grant';
  if (status === 401 || isBadPassword) return CHECK_CREDENTIALS;
  return status === FORBIDDEN ? GIVE_ROLE : undefined;
}

function describeBody(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The message of `fetch` has no details; its cause has, and may itself contain an error per address. */
function connectionReason(error: Error): string | undefined {
  if (error.name === 'TimeoutError')
    return "the server didn't respond in time: is it overloaded, or the address wrong?";
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return undefined;
  const { cause } = error;
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const reasons = causes.map((one) => (one instanceof Error ? one.message : String(one)));
  return `the server can't be reached (${reasons.join(', ')}): is it running, and is the address right?`;
}

function fileReason({ code, path }: NodeJS.ErrnoException): string | undefined {
  const problem = FILE_PROBLEMS[code ?? ''];
  return path === undefined || problem === undefined ? undefined : `${path}: ${problem}`;
}
