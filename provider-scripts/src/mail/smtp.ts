/** A realm's mail server, as Keycloak stores it, in the terms of Jakarta Mail. */
import type { KeycloakSession, Session } from 'keycloak';
import { requireRealm } from '../protocol/base-url.ts';
import { type SmtpSettings, smtpProperties } from './smtp-properties.ts';

const JSSETruststoreConfigurator = Java.type('org.keycloak.truststore.JSSETruststoreConfigurator');
const MailSession = Java.type('jakarta.mail.Session');
const Properties = Java.type('java.util.Properties');

/** The settings of the session's realm. */
export function smtpSettings(session: KeycloakSession): SmtpSettings {
  const settings: Record<string, string> = {};
  const stored = requireRealm(session).getSmtpConfig();
  for (const name of stored.keySet().toArray()) settings[name] = stored.get(name) ?? '';
  return settings;
}

/** The session that a message is made and sent in. */
export function mailSession(session: KeycloakSession, settings: SmtpSettings): Session {
  const properties = new Properties();
  for (const [name, value] of Object.entries(smtpProperties(settings))) properties.put(name, value);
  const trust = new JSSETruststoreConfigurator(session);
  const factory = trust.getSSLSocketFactory();
  if (factory !== null) {
    properties.put('mail.smtp.ssl.socketFactory', factory);
    if (String(trust.getProvider().getPolicy()) === 'ANY') {
      properties.put('mail.smtp.ssl.checkserveridentity', 'false');
      properties.put('mail.smtp.ssl.trust', '*');
    }
  }
  return MailSession.getInstance(properties);
}
