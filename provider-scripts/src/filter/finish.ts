/** The end of a request: what fails there for an outage can still be answered as one. */
import type { ContainerResponseContext, KeycloakSession, Response, Throwable } from 'keycloak';
import { replaceByPage } from '../response/replace-response.ts';

const StreamingOutput = Java.type('jakarta.ws.rs.core.StreamingOutput');
/** What a stream of rows is. */
const AutoCloseable = Java.type('java.lang.AutoCloseable');
const JtaTransactionManagerLookup = Java.type('org.keycloak.transaction.JtaTransactionManagerLookup');

/** What becomes of a transaction in which a statement failed, or that took too long: `jakarta.transaction.Status`. */
const [MARKED_ROLLBACK, ROLLEDBACK, ROLLING_BACK] = [1, 4, 9];
const BROKEN: readonly number[] = [MARKED_ROLLBACK, ROLLEDBACK, ROLLING_BACK];
/** By which Keycloak answers any failure in a flow, `AuthenticationProcessor.handleBrowserException`. */
const FLOW_FAILURE_STATUS = 400;

/**
 * Whether a response blames the request for a failure of the database: Keycloak takes whatever fails in a flow for a mistake in it. What a
 * request is rejected for by itself doesn't break its transaction.
 */
export function blamesRequest(session: KeycloakSession, response: ContainerResponseContext): boolean {
  if (response.getStatus() !== FLOW_FAILURE_STATUS) return false;
  const transactions = session.getProvider(JtaTransactionManagerLookup.class).getTransactionManager();
  return BROKEN.includes(transactions.getStatus());
}

/**
 * Commits what a request did, unless that is undone, or the answer is read from the database while it is written. Keycloak commits last of
 * all; if that fails where the answer was a rejection's, the framework asks nobody once more, and says 500.
 */
export function commitLast(session: KeycloakSession, response: ContainerResponseContext): void {
  const transaction = session.getTransactionManager();
  const entity = response.getEntity();
  if (!transaction.isActive() || transaction.getRollbackOnly()) return;
  if (!(StreamingOutput.class.isInstance(entity) || AutoCloseable.class.isInstance(entity)))
    transaction.commit();
}

/**
 * Does what there is to do with a finished response. If that fails, what the request did is undone.
 *
 * @param responseTo what replaces the response; null where the failure is thrown on
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
    const answer = responseTo(failure as Throwable);
    if (answer === null) throw failure;
    respondInstead(session, response, answer);
  }
}

/** Undoes what a request did, and gives it another answer. */
export function respondInstead(
  session: KeycloakSession,
  response: ContainerResponseContext,
  answer: Response,
): void {
  session.getTransactionManager().setRollbackOnly();
  replaceByPage(response, answer);
  response.getHeaders().putSingle('Retry-After', answer.getHeaderString('Retry-After') ?? '');
}
