/** Keeps the language that a URL asks for, or that was chosen on the page, in URLs that follow. */
import type { KeycloakSession } from 'keycloak';
import { queryParameter } from '../../platform/session/address.ts';

const PARAMETERS = ['ui_locales', 'kc_locale'] as const;

/** Adds the request's parameters for the language to a URL of ours. */
export function inSameLanguage(session: KeycloakSession, url: string): string {
  let address = url;
  for (const name of PARAMETERS) {
    const value = queryParameter(session, name);
    if (value !== null) address += `${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  }
  return address;
}
