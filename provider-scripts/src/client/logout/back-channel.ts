/**
 * Notifies clients of the end of a session (OpenID Connect Back-Channel Logout 1.0): after that is committed, apart from the request that
 * ended it, which waits for none of them.
 */
import type { AuthenticatedClientSessionModel, ClientModel, KeycloakSession } from 'keycloak';
import { log } from '../../engine/log.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { countApart } from '../../metrics/count.ts';
import { allowedFor, isRetried, outcomeOf, PAUSE_MILLIS } from './outcome.ts';

const Deliveries = Java.type('org.linkgate.host.Deliveries');

const ADAPTER_LOGOUT = /\/k_logout$/;

/** Called by the host while the session still exists and the request's transaction is open. */
export const BACK_CHANNEL_LOGOUT = {
  /** Sends a logout token to a client. */
  notify(
    session: KeycloakSession,
    client: ClientModel,
    clientSession: AuthenticatedClientSessionModel,
    url: string,
  ): void {
    const token = asClient(session, client, () => {
      const user = clientSession.getUserSession().getUser();
      return session.tokens().encode(session.tokens().initLogoutToken(client, user, clientSession));
    });
    sendAfterCommit(session, client.getId(), `client "${client.getClientId()}"`, {
      url,
      mediaType: 'application/x-www-form-urlencoded',
      text: `logout_token=${encodeURIComponent(token)}`,
    });
  },
};

/** What Keycloak posts as a text: to its own adapters, at paths below a client's `adminUrl`. */
export const HTTP_CLIENT = {
  /** Sends a notification of the end of sessions once that is committed, and returns true; false for other texts. */
  sendLater(session: KeycloakSession, url: string, text: string): boolean {
    if (!ADAPTER_LOGOUT.test(url)) return false;
    sendAfterCommit(session, url, 'an adapter', { url, mediaType: 'text/plain', text });
    return true;
  },
};

/** Runs work with a client as the context's, which decides how tokens are signed. */
function asClient<T>(session: KeycloakSession, client: ClientModel, work: () => T): T {
  const context = session.getContext();
  const before = context.getClient();
  try {
    context.setClient(client);
    return work();
  } finally {
    context.setClient(before as ClientModel);
  }
}

interface Message {
  url: string;
  mediaType: string;
  text: string;
}

/** `recipient`: who shares places in the pool; `who` is what the log says. */
function sendAfterCommit(session: KeycloakSession, recipient: string, who: string, message: Message): void {
  const http = Deliveries.http(session);
  const name = `${who} of realm "${requireRealm(session).getName()}"`;
  Deliveries.afterCommit(session, () => {
    const begun = Date.now();
    const enqueue = (attempts: number) => {
      if (!Deliveries.submit(recipient, () => attempt(attempts))) end('busy', 'too many others wait');
    };
    const attempt = (attempts: number) => {
      const started = Date.now();
      const allowed = allowedFor(started - begun);
      if (allowed === 0) return end('busy', 'its turn did not come in time');
      const result = Deliveries.post(http, message.url, message.mediaType, message.text, allowed);
      const outcome = outcomeOf(result, Date.now() - started, allowed);
      if (isRetried(outcome, attempts, Date.now() - begun))
        Deliveries.later(PAUSE_MILLIS, () => enqueue(attempts + 1));
      else end(outcome, /^\d+$/.test(result) ? `it responded with ${result}` : `no response (${result})`);
    };
    const end = (outcome: 'delivered' | 'rejected' | 'failed' | 'late' | 'busy', why: string) => {
      countApart('logoutDelivery', outcome);
      if (outcome !== 'delivered') log.warn(`back-channel logout: ${name} was not notified: ${why}`);
    };
    enqueue(1);
  });
}
