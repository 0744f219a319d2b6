/** Binds a link to the IP address that requested it, if the setting says so (contract, section 2.6). */
import type { KeycloakSession } from 'keycloak';
import { sha256 } from '../../platform/engine/bytes.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { requestNetwork } from '../../realm/limits/count.ts';
import type { LinkRow } from './link.ts';

/** Returns the hash of the caller that a link's row stores: a SHA-256 of the link's identifier and the IPv4 address or IPv6 /64. */
export function networkKey(session: KeycloakSession, jti: string): string {
  return sha256(`${jti} ${requestNetwork(session)}`);
}

/** Whether a bound link is used from another network; a link requested while the setting was off isn't bound. */
export function isFromElsewhere(session: KeycloakSession, row: LinkRow, settings: Settings): boolean {
  const { network } = row.request;
  return settings.bindIp && network !== undefined && network !== networkKey(session, row.jti);
}
