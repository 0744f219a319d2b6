/** Email templates that a realm's own theme has for links of backends: `linkgate-link-<name>.ftl`, in HTML and as text, and the message `linkgate-link-<name>-subject`. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { messagesOf } from '../platform/keycloak/theme-messages.ts';

const ThemeType = Java.type('org.keycloak.theme.Theme$Type');

/** What the name of each begins with, and how the key of its subject ends; {0} of that message is the application. */
const PREFIX = 'linkgate-link-';
const SUBJECT = '-subject';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** A template with the values that it gets as `values`. */
export interface LinkTemplate {
  name: string;
  values: Readonly<Record<string, string>>;
}

/** The names of the complete ones, sorted. */
export function linkTemplates(session: KeycloakSession): string[] {
  const theme = session.theme().getTheme(ThemeType.EMAIL);
  const messages = messagesOf(session, theme, requireRealm(session).getDefaultLocale() || 'en');
  const names: string[] = [];
  for (const key of messages.stringPropertyNames().toArray()) {
    const isSubject = key.startsWith(PREFIX) && key.endsWith(SUBJECT);
    const name = isSubject ? key.slice(PREFIX.length, -SUBJECT.length) : '';
    const has = (folder: string) => theme.getTemplate(`${folder}/${templateOf(name)}.ftl`) !== null;
    if (NAME.test(name) && has('html') && has('text')) names.push(name);
  }
  return names.sort();
}

/** The file of a template, without its ending. */
export function templateOf(name: string): string {
  return `${PREFIX}${name}`;
}

/** The key of its subject. */
export function subjectKeyOf(name: string): string {
  return `${templateOf(name)}${SUBJECT}`;
}
