/** Tries the routes of a realm with an email, one after the other, within one deadline (contract, section 6.1). */
import type { KeycloakSession } from 'keycloak';
import { count } from '../observability/metrics/count.ts';
import { newRowId } from '../platform/database/row-id.ts';
import { isResting } from '../platform/engine/breaker.ts';
import { log } from '../platform/engine/log.ts';
import { knownOf, mayCall, reportEnd } from '../platform/engine/node-breaker.ts';
import { toJava } from '../platform/engine/to-java.ts';
import { FINDINGS } from '../platform/errors/catalogue/findings.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import type { ApiRoute } from '../realm/settings/email-routes.ts';
import type { ApiFate } from './api/service.ts';
import { SERVICES } from './api/services.ts';
import { lastEnd, recordEnd } from './last-end.ts';
import { apiEmail, createMessage, type RenderedEmail } from './message.ts';
import { budgetMillis, type Fate, fateOnServer, leadsOn, worked } from './next.ts';
import { type Attempt, describeAttempt, resultOf, type SendResult } from './outcome.ts';
import { isAllowed, keyOf, ROUTE_RULE, type Route } from './route.ts';
import type { Sender } from './sender.ts';
import { authenticatorOf, SEND_DEADLINE_MILLIS } from './smtp-properties.ts';

const Deliveries = Java.type('org.linkgate.host.Deliveries');
const Mailer = Java.type('org.linkgate.host.Mailer');
const MailRequest = Java.type('org.linkgate.host.MailRequest');
const Secrets = Java.type('org.linkgate.host.Secrets');

/** An email that is ready. */
export interface ReadyEmail {
  readonly sender: Sender;
  readonly email: RenderedEmail;
  /** Must not be delivered: only checks whether it would be accepted. */
  readonly withheld: boolean;
}

/** The result of an attempt, and what the log says of it. */
interface Ended {
  readonly fate: Fate;
  readonly result: SendResult;
  readonly said: string;
}

/**
 * Sends an email by the first route that accepts it. A route that rests is left out, unless all do. With a single route, everything is up to it:
 * it never rests, and has all of the time.
 */
export function sendByRoutes(
  session: KeycloakSession,
  ready: ReadyEmail,
  routes: readonly Route[],
): SendResult {
  const [only] = routes;
  if (only === undefined) return { outcome: 'failed', cause: 'email-failed' };
  if (routes.length === 1) return tryRoute(session, ready, only, SEND_DEADLINE_MILLIS, false).result;
  const endsAt = Date.now() + SEND_DEADLINE_MILLIS;
  let last: SendResult | null = null;
  let routesLeft = routes.length;
  for (const route of routes) {
    const left = endsAt - Date.now();
    if (left > 0 && mayTry(session, ready, route)) {
      const { fate, result } = tryRoute(session, ready, route, budgetMillis(left, routesLeft), true);
      if (!leadsOn(fate)) return result;
      last = result;
    }
    routesLeft -= 1;
  }
  return last ?? tryRoute(session, ready, only, SEND_DEADLINE_MILLIS, true).result;
}

/** Whether a route doesn't rest. An email that is withheld says nothing of a route, and so is never the one that probes it. */
function mayTry(session: KeycloakSession, { withheld }: ReadyEmail, { route }: Route): boolean {
  const key = keyOf(session, route);
  return withheld ? !isResting(knownOf(key)) : mayCall(key, ROUTE_RULE);
}

function tryRoute(
  session: KeycloakSession,
  ready: ReadyEmail,
  route: Route,
  millis: number,
  isOneOfSeveral: boolean,
): Ended {
  const { kind, name } = route.route;
  const tried =
    kind === 'own' || kind === 'smtp'
      ? tryServer(session, ready, route, millis)
      : tryService(session, ready, { ...route, route: route.route as ApiRoute }, millis);
  const ended = ready.withheld && tried.fate === 'accepted' ? asLast(session, tried, route, millis) : tried;
  const { fate, said } = ended;
  const { cause } = ended.result;
  const by = isOneOfSeveral ? ` by the route ${name}` : '';
  if (cause !== null)
    log.warn(`realm "${requireRealm(session).getName()}": an email was not sent${by}: ${said}`);
  // Nothing was sent: a time-out that one route alone can't tell from an email that is late.
  const told: Ended =
    isOneOfSeveral && fate === 'fault' && cause !== null
      ? { ...ended, result: { ...ended.result, outcome: 'failed', cause } }
      : ended;
  if (ready.withheld) return told;
  countFate(session, kind === 'own' ? 'smtp' : kind, fate);
  const isWorking = worked(fate);
  const key = keyOf(session, route.route);
  if (isWorking !== null) reportEnd(key, isWorking, ROUTE_RULE);
  recordEnd(wayOf(key, route), fate, told.result);
  return told;
}

/**
 * An email that is withheld ends as the last one did, as far as it can't find that out itself: a mail server has answered it up to its recipient,
 * a service nothing. Then it takes as long as recent ones.
 */
function asLast(session: KeycloakSession, tried: Ended, from: Route, millis: number): Ended {
  const { route, server } = from;
  const last = lastEnd(wayOf(keyOf(session, route), from));
  const isService = route.kind !== 'own' && route.kind !== 'smtp';
  if (last === null || !(isService || last.fate === 'unknown')) return tried;
  if (!isService) Mailer.sendBy(session, server, () => {}, true, millis);
  const { fate, outcome, cause } = last;
  return { fate, result: { ...tried.result, outcome, cause }, said: 'as the last email' };
}

/** The realm's own mail server may become another one. */
function wayOf(key: string, { route, smtp }: Route): string {
  const { host = '', port = '' } = route.kind === 'own' ? smtp : {};
  return `${key} ${host} ${port}`;
}

function countFate(session: KeycloakSession, kind: ApiRoute['kind'] | 'smtp', fate: Fate): void {
  if (fate === 'accepted') count(session, 'routeAccepted', kind);
  else if (fate === 'unknown') count(session, 'routeUnknown', kind);
  else if (fate === 'fault') count(session, 'routeFault', kind);
  else if (fate !== 'busy') count(session, 'routeRejected', kind);
}

function tryServer(
  session: KeycloakSession,
  { sender, email, withheld }: ReadyEmail,
  route: Route,
  millis: number,
): Ended {
  const { server, smtp } = route;
  const message = createMessage(server, sender, email);
  const sent = Mailer.send(session, server, authenticatorOf(smtp), message, withheld, millis);
  const attempt: Attempt = {
    outcome: sent.outcome(),
    response: sent.response(),
    exceptions: sent.exceptions(),
    begun: sent.begun(),
  };
  const result = resultOf(attempt);
  const id = result.outcome === 'sent' && !withheld ? message.getMessageID() : null;
  return {
    fate: fateOnServer(attempt),
    result: { ...result, way: { route: route.route.name, id } },
    said: result.cause === null ? '' : describeAttempt(attempt, result.cause),
  };
}

/** An email that is withheld takes as long as the service's recent ones. */
function tryService(
  session: KeycloakSession,
  { sender, email, withheld }: ReadyEmail,
  { route, server }: Route & { readonly route: ApiRoute },
  millis: number,
): Ended {
  const way = { route: route.name, id: null };
  if (!isAllowed(route)) {
    const cause = 'email-address-denied';
    return { fate: 'fault', result: { outcome: 'failed', cause, way }, said: FINDINGS[cause] };
  }
  const service = SERVICES[route.kind];
  const request = new MailRequest();
  const sent = Mailer.sendBy(
    session,
    server,
    (own) => {
      const { path, headers, login, body } = service.request(apiEmail(sender, email), {
        ...route,
        secret: Secrets.of(own, route.secret),
        boundary: `linkgate-${newRowId()}`,
      });
      request.send(
        Deliveries.http(own),
        `${route.origin}${path}`,
        toJava({ ...headers }) as never,
        login ?? '',
        body,
        service.idHeader ?? '',
        millis,
      );
    },
    withheld,
    millis,
  );
  if (withheld && sent.outcome() === 'sent')
    return { fate: 'accepted', result: { outcome: 'sent', cause: null, way }, said: '' };
  const begun = request.end();
  const status = request.status();
  if (status > 0)
    return endedBy(service.read({ status, text: request.text(), id: request.id() }), route.name, status);
  const attempt: Attempt = { outcome: sent.outcome(), response: '', exceptions: sent.exceptions(), begun };
  if (attempt.outcome !== 'busy') attempt.outcome = begun ? 'late' : 'failed';
  const result = resultOf(attempt);
  return {
    fate: fateOnServer(attempt),
    result: { ...result, way },
    said: result.cause === null ? '' : describeAttempt(attempt, result.cause),
  };
}

/** What a service's response means. */
function endedBy(said: ApiFate, route: string, status: number): Ended {
  if (said.fate === 'accepted')
    return {
      fate: 'accepted',
      result: { outcome: 'sent', cause: null, way: { route, id: said.id } },
      said: '',
    };
  const { fate, cause, code } = said;
  const outcome = fate === 'recipient' ? 'rejected' : fate === 'unknown' ? 'late' : 'failed';
  const response = `HTTP ${status}${code === '' ? '' : ` ${code}`}`;
  return {
    fate,
    result: { outcome, cause, way: { route, id: null } },
    said: describeAttempt({ response, exceptions: '' }, cause),
  };
}
