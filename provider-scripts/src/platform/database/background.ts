/** Work on the threads that send emails, which serve no request. */
import type { KeycloakSession, KeycloakSessionFactory } from 'keycloak';
import { log } from '../engine/log.ts';
import { sessionValue } from '../session/values.ts';

const Background = Java.type('org.linkgate.host.Background');
const Mailer = Java.type('org.linkgate.host.Mailer');

const SERVES_NO_REQUEST = sessionValue<true>('background');

/**
 * Runs work in the background, with a session that has no realm, no transaction and no request.
 *
 * @param what what it is, for the log if it fails
 */
export function inBackground(
  factory: KeycloakSessionFactory,
  what: string,
  work: (session: KeycloakSession) => void,
): void {
  Mailer.THREADS.execute(() => {
    const session = factory.create();
    try {
      work(asBackground(session));
    } catch (failure) {
      log.error(`${what} has failed: ${String(failure).split('\n')[0]}`);
    } finally {
      session.close();
    }
  });
}

/** Marks a session as serving no request. */
export function asBackground(session: KeycloakSession): KeycloakSession {
  SERVES_NO_REQUEST.record(session, true);
  Background.prepare(session);
  return session;
}

/** Whether a session serves no request: then those of its own transactions don't, either. */
export function isBackground(session: KeycloakSession): boolean {
  return SERVES_NO_REQUEST.of(session) !== null;
}
