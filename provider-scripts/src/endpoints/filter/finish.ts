/** Finishes a request: failures from an outage still get the response for an outage. */
import type { ContainerResponseContext, KeycloakSession, Response, Throwable } from 'keycloak';
import { replaceByPage } from '../../http/response/replace-response.ts';

const Transactions = Java.type('org.linkgate.host.Transactions');

/** Keycloak's status for any failure in a flow: `AuthenticationProcessor.handleBrowserException`. */
const FLOW_FAILURE_STATUS = 400;

/**
 * Whether a response blames the request for a failure of the database: Keycloak reports any failure in a flow as the request's fault. A genuine
 * rejection doesn't break the transaction.
 */
export function blamesRequest(session: KeycloakSession, response: ContainerResponseContext): boolean {
  if (response.getStatus() !== FLOW_FAILURE_STATUS) return false;
  return Transactions.isBroken(session);
}

/**
 * Commits the request's transaction, unless it is rolled back or the response is streamed from the database. Keycloak commits only after the
 * response filters; if that fails for a rejection, the framework calls no error handler again and responds with 500.
 */
export function commitLast(session: KeycloakSession, response: ContainerResponseContext): void {
  Transactions.commitUnlessStreamed(session, response);
}

/**
 * Runs the last steps of a response. If they fail, rolls back the request's transaction.
 *
 * @param responseTo returns the replacement for the response, or null to rethrow the failure
 */
export function finish(
  session: KeycloakSession,
  response: ContainerResponseContext,
  work: () => void,
  responseTo: (failure: Throwable) => Response | null,
): void {
  try {
    work();
  } catch (failure) {
    const replacement = responseTo(failure as Throwable);
    if (replacement === null) throw failure;
    rollBackAndRespond(session, response, replacement);
  }
}

/** Rolls back a request's transaction and replaces its response. */
export function rollBackAndRespond(
  session: KeycloakSession,
  response: ContainerResponseContext,
  replacement: Response,
): void {
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, replacement);
  response.getHeaders().putSingle('Retry-After', replacement.getHeaderString('Retry-After') ?? '');
}
