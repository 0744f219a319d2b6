/** `GET /logos/{id}`: an uploaded logo, for pages and emails (contract, section 6.2). A logo's URL never has another content. */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { methodNotAllowed, problemResponse } from '../../http/response/responses.ts';
import { problem } from '../../platform/errors/problem.ts';
import { LOGO_RESOURCE } from '../../platform/keycloak/resources.ts';
import { findLogo } from '../../realm/branding/logo-rows.ts';

const Base64 = Java.type('java.util.Base64');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const SecurityHeadersProvider = Java.type('org.keycloak.headers.SecurityHeadersProvider');

const FORMAT = OWN_RESOURCES[LOGO_RESOURCE];

/** What a response has besides the picture: no browser takes it for anything else, and caches keep it. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  // Mail programs in a browser show it on their own pages.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The endpoint's function as the host calls it. */
export const LOGOS = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed(FORMAT, ['GET', 'HEAD']);
    const logo = findLogo(session, pathBelow(session, LOGO_RESOURCE));
    if (logo === null) return problemResponse(FORMAT, problem('not_found')).build();
    session.getProvider(SecurityHeadersProvider.class).options().skipHeaders();
    const response = JavaResponse.ok(Base64.getDecoder().decode(logo.content)).type(logo.type);
    for (const [name, value] of Object.entries(HEADERS)) response.header(name, value);
    return response.build();
  },
};
