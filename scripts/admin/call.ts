/** Calls Linkgate's own admin endpoints, and explains their rejections to users. */

import { Failure } from '../failure.ts';
import type { RealmAdmin } from './connect.ts';
import { FORBIDDEN, Forbidden } from './failure.ts';
import { RESPONSE_TIMEOUT_MILLISECONDS } from './timeout.ts';

/** Sends one request to a path below the realm's admin API, with bytes as CSV and anything else as JSON; returns the unchanged response. */
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

/** What an endpoint's error responses mean. */
export interface Meaning {
  /** What was requested, as failures name it. */
  readonly what: string;
  /** If a role is missing: which. */
  readonly lacks: string;
  /** If the endpoint doesn't exist: why that may be. */
  readonly missing: string;
}

/**
 * The JSON of a successful response; undefined if it has none.
 * @throws Failure that names each rejected field, or explains the error response
 */
export async function goodResponse(answer: Response, { what, lacks, missing }: Meaning): Promise<unknown> {
  const text = await answer.text();
  if (answer.ok) return text === '' ? undefined : JSON.parse(text);
  if (answer.status === FORBIDDEN)
    throw new Forbidden(`${what}: ${FORBIDDEN}: ${lacks}`, new URL(answer.url).pathname);
  const reason = fieldsIn(text) ?? (answer.status === 404 ? `404: ${missing}` : `${answer.status} ${text}`);
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
