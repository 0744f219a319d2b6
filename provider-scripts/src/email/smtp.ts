/** Maps a realm's mail server, as Keycloak stores it, to Jakarta Mail's properties and to the host's connection pool. */
import type { KeycloakSession, MailServer, Properties } from 'keycloak';
import { toJava } from '../platform/engine/to-java.ts';
import { publicAddress } from '../platform/keycloak/base-url.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { cachedWithRealm } from '../platform/session/cached-with-realm.ts';
import { ehloName, type SmtpSettings, smtpProperties } from './smtp-properties.ts';

const JSSETruststoreConfigurator = Java.type('org.keycloak.truststore.JSSETruststoreConfigurator');
const HostMailer = Java.type('org.linkgate.host.Mailer');
const HostMailServer = Java.type('org.linkgate.host.MailServer');
const MailSockets = Java.type('org.linkgate.host.MailSockets');
const JavaProperties = Java.type('java.util.Properties');

/** The settings of the session's realm. */
export function smtpSettings(session: KeycloakSession): SmtpSettings {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'smtp', () => {
    const settings: Record<string, string> = {};
    const stored = realm.getSmtpConfig();
    for (const name of stored.keySet().toArray()) settings[name] = stored.get(name) ?? '';
    return settings;
  });
}

/** Returns the realm's mail server; its connections are reused until these settings or the public address change. */
export function mailServer(session: KeycloakSession, settings: SmtpSettings): MailServer {
  const realm = requireRealm(session);
  const properties = cachedWithRealm(realm, 'smtp-properties', () => propertiesOf(session, settings));
  return HostMailServer.of(realm.getId(), '', toJava(settings) as never, properties);
}

/** Returns a further mail server of the realm, by the name of its route. */
export function furtherServer(session: KeycloakSession, name: string, settings: SmtpSettings): MailServer {
  const realm = requireRealm(session);
  const properties = cachedWithRealm(realm, `smtp-properties ${name}`, () => propertiesOf(session, settings));
  return HostMailServer.of(realm.getId(), name, toJava(settings) as never, properties);
}

/** Returns the queue of an email service, by the name of its route. */
export function queueOf(session: KeycloakSession, name: string): MailServer {
  return HostMailServer.of(requireRealm(session).getId(), name, toJava({}) as never, new JavaProperties());
}

/** Jakarta Mail's settings for such a mail server. */
function propertiesOf(session: KeycloakSession, settings: SmtpSettings): Properties {
  const properties = new JavaProperties();
  for (const [name, value] of Object.entries(smtpProperties(settings, ehloName(publicAddress(session)))))
    properties.put(name, value);
  properties.put('mail.smtp.socketFactory', MailSockets.PLAIN);
  properties.put('mail.smtp.executor.writetimeout', HostMailer.TIMER);
  const tls = MailSockets.tls(session);
  if (tls !== null) {
    const trustsAll = String(new JSSETruststoreConfigurator(session).getProvider().getPolicy()) === 'ANY';
    if (trustsAll) {
      properties.put('mail.smtp.ssl.checkserveridentity', 'false');
      properties.put('mail.smtp.ssl.trust', '*');
    }
    // Angus Mail then creates its own TLS sockets, over the plain ones unless configured otherwise.
    if (!(trustsAll && settings.ssl === 'true')) properties.put('mail.smtp.ssl.socketFactory', tls);
  }
  return properties;
}
