/** Fetches client ID metadata documents. The guard against requests to internal addresses is `callableAddresses`; the host connects to what it allows. */
import type { KeycloakSession } from 'keycloak';
import { releaseConnection } from '../../platform/database/sql.ts';
import { callableAddresses } from '../../platform/keycloak/callable.ts';

const JavaDocuments = Java.type('org.linkgate.host.Documents');

/** JSON, and more specific types (draft-ietf-oauth-client-id-metadata-document-02, section 4). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** A document's text and `Cache-Control`; or why there is none, for the log. */
export type Fetched = { text: string; cacheControl: string } | { failure: string } | 'busy';

/** Fetches a document without holding a database connection; releases the transaction's locks. */
export function fetchDocument(session: KeycloakSession, url: string): Fetched {
  releaseConnection(session);
  const document = JavaDocuments.fetch(session, url, callableAddresses() as never);
  if (document === null) return 'busy';
  const failure = document.failure();
  if (failure !== null) return { failure };
  const status = Number(document.status());
  if (status !== 200) return { failure: `status ${status}` };
  if (!JSON_TYPE.test(document.mediaType())) return { failure: `type "${document.mediaType()}"` };
  return { text: document.text(), cacheControl: document.cacheControl() };
}
