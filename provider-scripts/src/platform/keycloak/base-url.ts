/** The base URL of a realm, and whether it is fixed by the server's configuration. */
import type { KeycloakSession, KeycloakUriInfo } from 'keycloak';
import { log } from '../engine/log.ts';
import { type Problem, problem } from '../errors/problem.ts';
import { cachedWithRealm } from '../session/cached-with-realm.ts';
import { once } from '../session/values.ts';
import { requireRealm } from './realm.ts';

const Urls = Java.type('org.keycloak.services.Urls');
const UrlType = Java.type('org.keycloak.urls.UrlType');
const Config = Java.type('org.keycloak.Config');

/** Returns the contract's {base_url}, without a trailing slash; it is also the issuer. */
export function baseUrl(session: KeycloakSession): string {
  return once(session, 'base-url', () => realmUrl(session, session.getContext().getUri()));
}

/** Returns the base URL for backend requests: the request's own host with `--hostname-backchannel-dynamic`, otherwise the same. */
export function backendUrl(session: KeycloakSession): string {
  return once(session, 'backend-url', () => realmUrl(session, session.getContext().getUri(UrlType.BACKEND)));
}

function realmUrl(session: KeycloakSession, uri: KeycloakUriInfo): string {
  return Urls.realmIssuer(uri.getBaseUri(), requireRealm(session).getName());
}

/**
 * Whether links are independent of the Host header, which any caller can set (contract, section 1). Only a full URL is fixed: for a bare
 * hostname, Keycloak takes scheme and port from the request.
 */
export function hasFixedHostname(session: KeycloakSession): boolean {
  return configuredAddresses(session).some((address) => /^https?:\/\/./.test(address));
}

/** Returns the realm's configured public address, a URL or a bare host; null if none is configured. */
export function publicAddress(session: KeycloakSession): string | null {
  return configuredAddresses(session)[0] ?? null;
}

/** Returns the realm's own address, then the server's. */
function configuredAddresses(session: KeycloakSession): readonly string[] {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'configured-addresses', () => {
    const addresses = [
      realm.getAttribute('frontendUrl') ?? '',
      Config.scope('hostname', 'v2').get('hostname') ?? '',
    ];
    return addresses.filter((address) => address !== '');
  });
}

/** Null if the hostname is fixed; otherwise logs the setting to change. */
export function checkFixedHostname(session: KeycloakSession): Problem | null {
  if (hasFixedHostname(session)) return null;
  log.error(
    `realm "${requireRealm(session).getName()}": no link is sent without a fixed hostname; set --hostname to a full URL, or the realm's frontendUrl`,
  );
  return problem('hostname_not_fixed');
}
