/** Clients that described themselves, by registering or by a document: beside their name, users are told the hosts that they have. */
import type { ClientModel } from 'keycloak';
import { CLIENT } from '../realm/settings/table.ts';
import { isLoopbackAddress } from './app-address.ts';
import { readDocumentUrl } from './document-url.ts';
import { webHostOf } from './web-host.ts';

const IDN = Java.type('java.net.IDN');

/** The hosts of a client that described itself; null for none, such as an app on the user's device. */
export interface OwnHosts {
  /** At which its response arrives. */
  returnsTo: string | null;
  /** At which it has its document. */
  document: string | null;
}

/** Those of a client that described itself; null for one that an administrator has described. */
export function ownHosts(client: ClientModel, redirectUri: string): OwnHosts | null {
  const hasDocument = client.getAttribute(CLIENT.documentExpiresAt.name) !== null;
  if (!hasDocument && client.getAttribute(CLIENT.registeredAt.name) === null) return null;
  const document = hasDocument ? readDocumentUrl(client.getClientId()) : null;
  return {
    returnsTo: isLoopbackAddress(redirectUri) ? null : webHostOf(redirectUri, (text) => IDN.toASCII(text)),
    document: document === null ? null : document.host,
  };
}
