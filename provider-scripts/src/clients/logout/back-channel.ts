/**
 * Notifies clients and identity providers of the end of a session (OpenID Connect Back-Channel Logout 1.0, SAML 2.0 Profiles). Sends after the
 * commit, in the background: the request that ended the session doesn't wait.
 */
import type {
  AuthenticatedClientSessionModel,
  ClientModel,
  KeycloakSession,
  UserSessionModel,
} from 'keycloak';
import { countWithoutStatistic } from '../../observability/metrics/count.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { sessionValue } from '../../platform/session/values.ts';
import { isKeysUrl } from '../keys-url.ts';
import { outlivesSession } from '../refresh-tokens.ts';
import { refreshTokensOf } from '../refresh-tokens-of.ts';
import { kindOfRequest, recipientOf } from './later.ts';
import { outcomeOf, RETRY_DELAY_MILLIS, shouldRetry, timeoutFor } from './outcome.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');
const Deliveries = Java.type('org.linkgate.host.Deliveries');

const FORM = 'application/x-www-form-urlencoded';
const SOAP_ACTION = 'http://www.oasis-open.org/committees/security';

/** Called by the host while the session still exists and the request's transaction is open. */
export const BACK_CHANNEL_LOGOUT = {
  /** Sends a logout token to a client. */
  notify(
    session: KeycloakSession,
    client: ClientModel,
    clientSession: AuthenticatedClientSessionModel,
    url: string,
  ): void {
    const ended = clientSession.getUserSession();
    if (wasNotified(session, client, ended) || staysSignedIn(session, client, ended)) return;
    const token = asClient(session, client, () => {
      const logoutToken = session.tokens().initLogoutToken(client, ended.getUser(), clientSession);
      return session.tokens().encode(logoutToken);
    });
    sendAfterCommit(session, client.getId(), nameOf(client), {
      method: 'POST',
      url,
      mediaType: FORM,
      text: `logout_token=${encodeURIComponent(token)}`,
    });
  },
};

/** The sign-ins, by client, of whose end this request has notified clients: a session and its offline session have the same identifier. */
const NOTIFIED = sessionValue<Record<string, true>>('logout-notices');

function wasNotified(session: KeycloakSession, client: ClientModel, ended: UserSessionModel): boolean {
  const before = NOTIFIED.of(session) ?? {};
  const notice = `${ended.getId()} ${client.getId()}`;
  if (Object.hasOwn(before, notice)) return true;
  NOTIFIED.record(session, { ...before, [notice]: true });
  return false;
}

/** Whether a client's tokens outlive a session that has expired (OpenID Connect Back-Channel Logout 1.0, section 2.7): they end later, with a notice of their own. */
function staysSignedIn(session: KeycloakSession, client: ClientModel, ended: UserSessionModel): boolean {
  if (ended.isOffline() || !outlivesSession(refreshTokensOf(client))) return false;
  const realm = requireRealm(session);
  if (AuthenticationManager.isSessionValid(realm, ended)) return false;
  const outliving = session.sessions().getOfflineUserSession(realm, ended.getId());
  return outliving?.getAuthenticatedClientSessionByClient(client.getId()) != null;
}

/** Back-channel logout of SAML clients. */
export const SAML_LOGOUT = {
  /** Sends a logout request to a client, in a SOAP envelope or as a form. */
  notify(session: KeycloakSession, client: ClientModel, url: string, soap: boolean, text: string): void {
    sendAfterCommit(session, client.getId(), nameOf(client), {
      method: 'POST',
      url,
      mediaType: soap ? 'text/xml' : FORM,
      text,
      ...(soap && { soapAction: SOAP_ACTION }),
      redirects: true,
    });
  },
};

/** Requests that Keycloak sends by its HTTP client. */
export const HTTP_CLIENT = {
  /**
   * Decides about a request: `later` for a notice of ended sessions, which was queued to be sent after the commit; `rejected` for a client's keys;
   * null for all others, which Keycloak sends itself.
   */
  decide(
    session: KeycloakSession,
    method: string,
    url: string,
    mediaType: string,
    text: string,
  ): 'later' | 'rejected' | null {
    const client = session.getContext().getClient();
    if (method === 'GET' && client !== null && isKeysUrl((name) => client.getAttribute(name), url))
      return 'rejected';
    const kind = kindOfRequest(method, url, isEnding(session));
    if (kind === null) return null;
    const recipientName = kind === 'adapter' ? 'an adapter' : 'an identity provider';
    const redirects = kind === 'provider';
    const message = { method, url, mediaType: mediaType === '' ? 'text/plain' : mediaType, text, redirects };
    sendAfterCommit(session, recipientOf(url), recipientName, message);
    return 'later';
  },
};

/** Whether this request is ending a session: Keycloak then has a tab for the logout in the context. */
function isEnding(session: KeycloakSession): boolean {
  return session.getContext().getAuthenticationSession()?.getAction() === 'LOGGING_OUT';
}

function nameOf(client: ClientModel): string {
  return `client "${client.getClientId()}"`;
}

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
  method: string;
  url: string;
  mediaType: string;
  text: string;
  soapAction?: string;
  /** A redirect counts as accepted: it is meant for a browser. */
  redirects?: boolean;
}

/** Queues a message. Messages to the same `recipient` share places in the pool; `who` is the recipient's name in the log. */
function sendAfterCommit(
  session: KeycloakSession,
  recipient: string,
  recipientName: string,
  message: Message,
): void {
  const http = Deliveries.http(session);
  const name = `${recipientName} of realm "${requireRealm(session).getName()}"`;
  Deliveries.afterCommit(session, () => {
    const queuedAt = Date.now();
    const enqueue = (attempts: number) => {
      if (!Deliveries.submit(recipient, () => attempt(attempts))) finish('busy', 'the queue is full');
    };
    const attempt = (attempts: number) => {
      const started = Date.now();
      const timeout = timeoutFor(started - queuedAt);
      if (timeout === 0) return finish('busy', 'it waited in the queue for too long');
      const { method, url, mediaType, text, soapAction = null } = message;
      const result = Deliveries.send(http, method, url, mediaType, text, soapAction, timeout);
      const outcome = outcomeOf(result, Date.now() - started, timeout, message.redirects);
      if (shouldRetry(outcome, attempts, Date.now() - queuedAt))
        Deliveries.later(RETRY_DELAY_MILLIS, () => enqueue(attempts + 1));
      else finish(outcome, /^\d+$/.test(result) ? `it responded with ${result}` : `no response (${result})`);
    };
    const finish = (outcome: 'delivered' | 'rejected' | 'failed' | 'late' | 'busy', why: string) => {
      countWithoutStatistic('logoutDelivery', outcome);
      if (outcome !== 'delivered') log.warn(`back-channel logout: ${name} was not notified: ${why}`);
    };
    enqueue(1);
  });
}
