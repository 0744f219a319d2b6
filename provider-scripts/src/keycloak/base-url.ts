/** The base URL of a realm, and whether it is fixed by the server's configuration. */
import type { UrlType as JavaUrlType, KeycloakSession } from 'keycloak';
import { requireRealm } from './realm.ts';

const Urls = Java.type('org.keycloak.services.Urls');
const UrlType = Java.type('org.keycloak.urls.UrlType');
const Config = Java.type('org.keycloak.Config');

/** {base_url} of the contract, without a trailing slash: also the issuer. */
export function baseUrl(session: KeycloakSession): string {
  return realmUrl(session, UrlType.FRONTEND);
}

/** The same for requests that applications send themselves: the request's own with `--hostname-backchannel-dynamic`, else no other. */
export function backendUrl(session: KeycloakSession): string {
  return realmUrl(session, UrlType.BACKEND);
}

function realmUrl(session: KeycloakSession, type: JavaUrlType): string {
  return Urls.realmIssuer(session.getContext().getUri(type).getBaseUri(), requireRealm(session).getName());
}

/**
 * False when links would follow the Host header, which anybody can set (contract, section 1): only a full URL is fixed, since Keycloak
 * takes scheme and port from the request if the hostname is a bare one.
 */
export function hasFixedHostname(session: KeycloakSession): boolean {
  return configuredAddresses(session).some((address) => /^https?:\/\/./.test(address));
}

/** The public address of the session's realm as it is configured, a URL or a host alone; null where none is. */
export function publicAddress(session: KeycloakSession): string | null {
  return configuredAddresses(session)[0] ?? null;
}

/** The realm's own, then the server's. */
function configuredAddresses(session: KeycloakSession): string[] {
  const addresses = [
    requireRealm(session).getAttribute('frontendUrl') ?? '',
    Config.scope('hostname', 'v2').get('hostname') ?? '',
  ];
  return addresses.filter((address) => address !== '');
}
