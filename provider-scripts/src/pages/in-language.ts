/** Keeps the language of a page that an email's link has opened. */
import type { KeycloakSession } from 'keycloak';

/** Adds the language of the email, or the one chosen on the page, to the URL of the page's form, which has a query. */
export function inSameLanguage(session: KeycloakSession, url: string): string {
  const query = session.getContext().getUri().getQueryParameters();
  let address = url;
  for (const name of ['ui_locales', 'kc_locale']) {
    const value = query.getFirst(name);
    if (value !== null) address += `&${name}=${encodeURIComponent(value)}`;
  }
  return address;
}
