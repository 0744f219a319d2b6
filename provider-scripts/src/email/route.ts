/** The routes of a realm's emails, each with the server or the service behind it, and what this node knows of it. */
import type { KeycloakSession, MailServer } from 'keycloak';
import { type BreakerRule, isResting } from '../platform/engine/breaker.ts';
import { knownOf } from '../platform/engine/node-breaker.ts';
import { callableAddresses } from '../platform/keycloak/callable.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../platform/session/cached-with-realm.ts';
import { type EmailRoute, OWN_ROUTE_ALONE, ownAddressOf } from '../realm/settings/email-routes.ts';
import { settingOf } from '../realm/settings/of.ts';
import { REALM } from '../realm/settings/table.ts';
import { furtherServer, queueOf } from './smtp.ts';
import { SEND_DEADLINE_MILLIS, type SmtpSettings, settingsOfRoute } from './smtp-properties.ts';

/** A route, with the connections and the queue of its server. */
export interface Route {
  readonly route: EmailRoute;
  readonly server: MailServer;
  /** The settings of its mail server. */
  readonly smtp: SmtpSettings;
}

/** A route that failed five times in a minute rests for a minute. A probe takes no longer than an email. */
export const ROUTE_RULE: BreakerRule = {
  failures: 5,
  withinMillis: 60_000,
  restMillis: 60_000,
  probeMillis: SEND_DEADLINE_MILLIS,
};

/** The routes of the session's realm, as set. */
export function emailRoutes(session: KeycloakSession): readonly EmailRoute[] {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'email-routes', () => settingOf(realm, REALM.emailRoutes));
}

/** Whether the realm's own mail server is all that it has, as without a setting. */
export function isOwnAlone(routes: readonly { readonly route: EmailRoute }[]): boolean {
  return routes.length === OWN_ROUTE_ALONE.length && routes.every(({ route }) => route.kind === 'own');
}

/** Whether the server's operator allows the address that a route names: nobody who administers a realm alone makes the server call itself. */
export function isAllowed(route: EmailRoute): boolean {
  const address = ownAddressOf(route);
  return address === null || callableAddresses()(address);
}

/** The routes with what is behind them. */
export function routesOf(session: KeycloakSession, own: Omit<Route, 'route'>): readonly Route[] {
  return emailRoutes(session).map((route) => {
    if (route.kind === 'own') return { ...own, route };
    if (route.kind !== 'smtp') return { route, smtp: own.smtp, server: queueOf(session, route.name) };
    const smtp = settingsOfRoute(route, own.smtp);
    return { route, smtp, server: furtherServer(session, route.name, smtp) };
  });
}

/** What a node knows a route by: another one of the same name is another. */
export function keyOf(session: KeycloakSession, route: EmailRoute): string {
  return `email-route ${requireRealm(session).getId()} ${JSON.stringify(route)}`;
}

/** What a route does, as this node knows it: the first one that doesn't rest sends. */
export type RouteState = 'sends' | 'stands-by' | 'rests';

/** The states of the realm's routes. With a single one, nothing rests. */
export function routeStates(session: KeycloakSession): { name: string; kind: string; state: RouteState }[] {
  const routes = emailRoutes(session);
  const isSingle = routes.length === 1;
  const rests = routes.map((route) => !isSingle && isResting(knownOf(keyOf(session, route))));
  // Where all rest, the first one is tried all the same.
  const sending = Math.max(0, rests.indexOf(false));
  return routes.map(({ name, kind }, index) => ({
    name,
    kind,
    state: index === sending ? 'sends' : rests[index] === true ? 'rests' : 'stands-by',
  }));
}
