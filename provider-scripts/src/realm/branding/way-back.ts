/** Where users find an application again, by what is registered for its client. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { settingOf } from '../settings/of.ts';
import { CLIENT } from '../settings/table.ts';

const URI = Java.type('java.net.URI');
const ResolveRelative = Java.type('org.keycloak.services.util.ResolveRelative');

/** A web URL that a browser may be sent to. */
const WEB = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/;

/** Of a URL, unless its host is a pattern. */
const ORIGIN = /^https?:\/\/[^/?#*]+(?=[/?#]|$)/;

/** Returns the absolute home URL; null if there is none, or it isn't one that a browser may be sent to. */
export function homeUrl(
  session: KeycloakSession,
  rootUrl: string | null,
  baseUrl: string | null,
): string | null {
  if (baseUrl === null || baseUrl === '') return null;
  try {
    const home = ResolveRelative.resolveRelativeUri(session, rootUrl, baseUrl) ?? '';
    return WEB.test(home) ? URI.create(home).toString() : null;
  } catch {
    // What Keycloak stores need not be a URI.
    return null;
  }
}

/** Where a user whose sign-in ended on a page finds the application again. */
export interface WayBack {
  url: string;
  /** Where the application's page isn't known, only its server. */
  host?: string;
}

/**
 * Returns it by what is registered for the client, never by what a request says: its home page, or else the one server to which it has its users
 * sent. Null if there is none that an administrator has approved, or only an app on the device, where nobody listens any more.
 */
export function wayBack(session: KeycloakSession, client: ClientModel): WayBack | null {
  if (settingOf(client, CLIENT.approval) !== 'approved') return null;
  const root = client.getRootUrl();
  const url = homeUrl(session, root, client.getBaseUrl());
  if (url !== null) return { url };
  const origins: string[] = [];
  for (const registered of client.getRedirectUris().toArray()) {
    const uri = homeUrl(session, root, registered);
    if (uri === null) continue;
    const origin = ORIGIN.exec(uri)?.[0];
    if (origin === undefined || (client.isPublicClient() && uri.startsWith('http:'))) return null;
    if (!origins.includes(origin)) origins.push(origin);
  }
  const [origin = ''] = origins;
  return origins.length === 1 ? { url: `${origin}/`, host: origin.slice(origin.indexOf('//') + 2) } : null;
}
