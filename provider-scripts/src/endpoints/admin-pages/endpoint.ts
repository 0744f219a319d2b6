/**
 * `GET /linkgate`: the administrators' pages, a browser application that calls the admin API with its own access token, and the
 * two frames that it uses. Served only if the realm has their client.
 */
import type { InputStream, KeycloakSession, RealmModel, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { methodNotAllowed, problemResponse } from '../../http/response/responses.ts';
import { problem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ADMIN_PAGES_CLIENT, ADMIN_PAGES_RESOURCE } from '../../platform/keycloak/resources.ts';
import { realmName } from '../../realm/branding/realm-name.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { type Document, documentText } from './document.ts';
import { applicationPolicy, type PageUrls, previewPolicy, silentPolicy } from './policy.ts';

const BrowserSecurityHeaders = Java.type('org.keycloak.models.BrowserSecurityHeaders');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const NotFoundException = Java.type('jakarta.ws.rs.NotFoundException');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');
const Urls = Java.type('org.keycloak.services.Urls');
const UrlType = Java.type('org.keycloak.urls.UrlType');

const FORMAT = OWN_RESOURCES[ADMIN_PAGES_RESOURCE];
/** The theme to whose resources the build adds the pages' files. */
const THEME = 'login/linkgate';

/** A document and its own headers. */
interface Page {
  document: Document;
  policy: string;
  framedBy: 'DENY' | 'SAMEORIGIN';
}

/** The endpoint's functions as the host calls them. */
export const ADMIN_PAGES_ENDPOINT = {
  /** Whether a stock realm has the pages: with their client, and a step in a flow. */
  serves(session: KeycloakSession): boolean {
    const realm = requireRealm(session);
    return realm.isEnabled() && hasClient(realm) && hasOwnStep(realm);
  },

  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    // Responds as for an unknown path.
    if (!hasClient(requireRealm(session))) throw new NotFoundException();
    const page = pageAt(session, pathBelow(session, ADMIN_PAGES_RESOURCE));
    if (page === null) return problemResponse(FORMAT, problem('not_found')).build();
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(FORMAT, ['GET', 'HEAD']);
    return pageResponse(session, page);
  },
};

/** Not one that registered itself, before its ID was reserved or in a realm that reserves none: its registration token changes its redirect URIs. */
function hasClient(realm: RealmModel): boolean {
  const client = realm.getClientByClientId(ADMIN_PAGES_CLIENT);
  return client?.isEnabled() === true && client.getRegistrationToken() === null;
}

function pageAt(session: KeycloakSession, path: string): Page | null {
  const urls = pageUrlsOf(session);
  const file = (name: string) => `${themeRoot(session)}/${THEME}/${name}`;
  if (path === 'silent') {
    const script = file(ADMIN_PAGES.silent.js);
    return { document: { script }, policy: silentPolicy(urls, script), framedBy: 'SAMEORIGIN' };
  }
  if (path === 'preview') {
    return { document: {}, policy: previewPolicy(urls), framedBy: 'SAMEORIGIN' };
  }
  if (path !== '') return null;
  const parts = { script: file(ADMIN_PAGES.app.js), style: file(ADMIN_PAGES.app.css) };
  const icon = file('img/favicon.svg');
  // By its whole name, which the build replaces.
  const withoutScripts = ADMIN_PAGES.withoutScripts;
  const document = { ...parts, icon, withoutScripts, config: configOf(session, urls) };
  return { document, policy: applicationPolicy(urls, parts), framedBy: 'DENY' };
}

/** The configuration that the application needs before its first request. */
function configOf(session: KeycloakSession, urls: PageUrls): Record<string, string> {
  const realm = requireRealm(session);
  return {
    server: String(session.getContext().getUri(UrlType.FRONTEND).getBaseUri()).replace(/\/$/, ''),
    realm: realm.getName(),
    'realm-name': realmName(realm),
    client: ADMIN_PAGES_CLIENT,
    page: `${urls.realm}/${ADMIN_PAGES_RESOURCE}`,
    api: `${urls.adminApi}/linkgate`,
  };
}

function pageUrlsOf(session: KeycloakSession): PageUrls {
  const context = session.getContext();
  const realm = baseUrl(session);
  const admin = String(context.getUri(UrlType.ADMIN).getBaseUri()).replace(/\/$/, '');
  const path = realm.slice(realm.lastIndexOf('/realms/'));
  const [origin = ''] = /^[^:]+:\/\/[^/]+/.exec(realm) ?? [];
  return { origin, realm, adminApi: `${admin}/admin${path}`, resources: resourcesOf(session) };
}

/** Where Keycloak serves the themes of its running version. */
function themeRoot(session: KeycloakSession): string {
  return String(Urls.themeRoot(session.getContext().getUri(UrlType.FRONTEND).getBaseUri()));
}

/** The theme folder of any version: a realm's own theme may be at another version's path. */
function resourcesOf(session: KeycloakSession): string {
  const root = themeRoot(session);
  return root.slice(0, root.lastIndexOf('/'));
}

/** A page with `no-store`. Keycloak would overwrite these headers with the realm's, so all of them are set here. */
function pageResponse(session: KeycloakSession, { document, policy, framedBy }: Page): Response {
  session.getProvider(SecurityHeadersProvider.class).options().skipHeaders();
  const headers: Record<string, string> = {
    'Content-Security-Policy': policy,
    'X-Frame-Options': framedBy,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'none',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
  const response = JavaResponse.ok(documentText(document)).type('text/html;charset=utf-8');
  for (const [name, value] of Object.entries(headers)) response.header(name, value);
  const { STRICT_TRANSPORT_SECURITY: hsts } = BrowserSecurityHeaders;
  const transport = requireRealm(session).getBrowserSecurityHeaders().get(hsts.getKey());
  return response.header(hsts.getHeaderName(), transport ?? hsts.getDefaultValue()).build();
}
