/** Calls Linkgate's own admin endpoints, and explains their rejections to users. */

import { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';
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

/** Explains the error responses that aren't the plugin's own. */
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
 * @throws Failure that names each rejected field, or says what the response says
 */
export async function readResult(
  response: Response,
  { what, lacks, missing }: ErrorExplanations,
): Promise<unknown> {
  const { status } = response;
  const text = await response.text();
  if (response.ok) return text === '' ? undefined : JSON.parse(text);
  if (status === FORBIDDEN)
    throw new Forbidden(`${what}: ${FORBIDDEN}: ${lacks}`, new URL(response.url).pathname);
  const explained = status === NOT_FOUND ? `${status}: ${missing}` : `${status} ${text}`;
  const retryAfter = response.headers.get('retry-after');
  const again = retryAfter === null ? '' : `; try again in ${retryAfter} seconds`;
  throw new Failure(`${what}: ${reasonIn(status, text) ?? explained}${again}`);
}

const NOT_FOUND = 404;
/** The id of the plugin's own 404 that says no more than the status. */
const NOTHING_THERE = 'not-found';

/** What a response of the plugin says: the rejected fields, or its message. */
function reasonIn(status: number, text: string): string | undefined {
  const body = jsonIn(text);
  if (!isJsonObject(body)) return undefined;
  const { id, message, details } = body;
  if (Array.isArray(details) && details.length > 0)
    return (
      details
        .filter(isJsonObject)
        // A finding about a setting names it.
        .map(({ field, message }) =>
          String(message).startsWith(`${field} `) ? `${message}` : `${field}: ${message}`,
        )
        .join('; ')
    );
  return typeof id === 'string' && id !== NOTHING_THERE && typeof message === 'string'
    ? `${status}: ${message}`
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not one of the plugin's responses.
    return undefined;
  }
}
