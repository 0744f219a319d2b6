/**
 * Client IDs that are URLs of client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02, section 3). A client ID is compared
 * as text, so that only one spelling of a URL is accepted.
 */
import { isLoopbackAddress } from './app-address.ts';

/** Keycloak's column for client IDs, in characters. */
const MAX_URL_LENGTH = 255;

/** A host name in lower case, and not an IP address: its last label begins with a letter. */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?';
const PORT = '(?::[1-9]\\d{0,4})?';
/** Characters of a path (RFC 3986, section 3.3), without escapes: `%2e` would be another spelling of a dot. */
const PATH = "(?:/[\\w.~!$&'()*+,;=:@-]*)+";

const DOCUMENT_URL = new RegExp(`^https://(${HOST})(${PORT})(${PATH})$`);

/** An https URL with any path and query, for comparing its origin. */
const HTTPS_URL = new RegExp(`^https://(${HOST})(${PORT})(?:[/?][^\\s#\\\\]*)?$`);

/** What a URL of a document consists of. */
export interface DocumentUrl {
  host: string;
  origin: string;
}

/** Reads a client ID that is such a URL; null for any other. */
export function readDocumentUrl(clientId: string): DocumentUrl | null {
  if (clientId.length > MAX_URL_LENGTH) return null;
  const [, host = '', port = '', path = ''] = DOCUMENT_URL.exec(clientId) ?? [];
  if (host === '' || path === '/' || !isOtherPort(port)) return null;
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return null;
  return { host, origin: `https://${host}${port}` };
}

/** Whether a port is missing, or one other than https's own. */
function isOtherPort(port: string): boolean {
  return port === '' || (port !== ':443' && Number(port.slice(1)) < 65_536);
}

/** The host of an https URL without credentials or fragment; null for any other. */
export function httpsHostOf(url: string): string | null {
  return HTTPS_URL.exec(url)?.[1] ?? null;
}

/** The origin of such a URL. */
export function httpsOriginOf(url: string): string | null {
  const [, host, port = ''] = HTTPS_URL.exec(url) ?? [];
  return host === undefined ? null : `https://${host}${port}`;
}

/** Whether a client with a document may redirect to a URI: within the document's own origin, or to the user's device. No wildcards. */
export function isOwnRedirectUri({ origin }: DocumentUrl, uri: string): boolean {
  return !uri.includes('*') && (httpsOriginOf(uri) === origin || isLoopbackAddress(uri));
}
