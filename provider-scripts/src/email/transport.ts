/** How a realm's emails are sent. */
import type { KeycloakSession, MailServer } from 'keycloak';
import type { Settings } from '../realm/flow/parse.ts';
import { type Route, routesOf } from './route.ts';
import { mailServer, smtpSettings } from './smtp.ts';
import type { SmtpSettings } from './smtp-properties.ts';

/** The realm's SMTP settings, read once per email: checking, sending and compensating use the same ones. */
export interface Transport {
  emailSender: Settings['emailSender'];
  smtp: SmtpSettings;
  /** The mail server's connections and queue; the queue is also used with another email sender. */
  server: MailServer;
  /** How emails are sent, unless another email sender sends them: at least one route, in the realm's order. */
  routes: readonly Route[];
}

/** The same by a single route, which the realm has. */
export function byRoute(transport: Transport, name: string): Transport {
  return {
    ...transport,
    emailSender: 'smtp',
    routes: transport.routes.filter(({ route }) => route.name === name),
  };
}

/** The transport of the session's realm, with the sender that the sign-in step's settings name. */
export function transportOf(
  session: KeycloakSession,
  { emailSender }: Pick<Settings, 'emailSender'>,
  smtp: SmtpSettings = smtpSettings(session),
): Transport {
  const own = { smtp, server: mailServer(session, smtp) };
  return { emailSender, ...own, routes: routesOf(session, own) };
}
