/** Calls Linkgate's own admin endpoints, and explains their rejections to users. */

import { Failure } from '../failure.ts';
import type { RealmAdmin } from './connect.ts';
import { FORBIDDEN, Forbidden } from './failure.ts';
import { RESPONSE_TIMEOUT_MILLISECONDS } from './timeout.ts';

/**
 * Sends a request to a path of the realm's admin API; bytes are sent as CSV, anything else as JSON. Returns the response
 * unchanged.
 */
export async function callLinkgate(
  { client, realm }: RealmAdmin,
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return await fetch(`${client.baseUrl}/admin/realms/${encodeURIComponent(realm)}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await client.getAccessToken()}`,
      'content-type': body instanceof Uint8Array ? 'text/csv' : 'application/json',
    },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MILLISECONDS),
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
}

/** Explains an endpoint's error responses. */
export interface ErrorExplanations {
  /** The request, as named in failures. */
  readonly what: string;
  /** For 403: the missing role. */
  readonly lacks: string;
  /** For 404: the possible causes. */
  readonly missing: string;
}

/**
 * The JSON of a successful response; undefined if it has none.
 * @throws Failure that names each rejected field, or explains the error response
 */
export async function readResult(
  response: Response,
  { what, lacks, missing }: ErrorExplanations,
): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  if (response.status === FORBIDDEN)
    throw new Forbidden(`${what}: ${FORBIDDEN}: ${lacks}`, new URL(response.url).pathname);
  const reason =
    fieldsIn(text) ?? (response.status === 404 ? `404: ${missing}` : `${response.status} ${text}`);
  throw new Failure(`${what}: ${reason}`);
}

function fieldsIn(text: string): string | undefined {
  try {
    const { details = [] } = JSON.parse(text) as { details?: { field: string; message: string }[] };
    if (details.length > 0) return details.map(({ field, message }) => `${field}: ${message}`).join('; ');
  } catch {
    // Not one of our responses.
  }
  return undefined;
}
