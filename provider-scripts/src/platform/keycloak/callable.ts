/** Which IP addresses the server may call at URLs that strangers or a realm's administrators name. */
import { parseCidrs } from '../limits/addresses.ts';
import { isFetchable } from './public-address.ts';

const Config = Java.type('org.keycloak.Config');

/** Decides about an address: for the host, which connects to what it has asked about. */
export function callableAddresses(): (address: string) => boolean {
  const { cidrs } = parseCidrs(internalNetworks());
  return (address) => isFetchable(String(address), cidrs);
}

/** Networks that aren't public, which the operator allows: for tests, and for what is in an internal network. */
function internalNetworks(): string {
  return Config.scope('connectionsHttpClient', 'default').get('documentNetworks') ?? '';
}
