/**
 * Reads the response preferences of a request object, if no key is needed (OpenID Connect Core, section 6.1). Request objects are
 * never honoured.
 */
import { parseUntrustedJson } from '../../platform/engine/json.ts';

/** A client's preferences for the response: the `response_mode`, and the `state` to return. */
export interface ResponsePreference {
  mode?: string;
  state?: string;
}

/**
 * Reads the preferences from a request object; empty for an unreadable object. The signature isn't verified: the sender could have
 * put the same into the URL.
 *
 * @param decode decodes base64url to text; throws for malformed input
 */
export function readResponsePreference(
  request: string,
  decode: (part: string) => string,
): ResponsePreference {
  const [, payload = '', , ...more] = request.split('.');
  // An encrypted object has five parts.
  if (more.length > 0) return {};
  try {
    const claims = parseUntrustedJson(decode(payload)) as Record<string, unknown> | null;
    const { response_mode: mode, state } = claims ?? {};
    return {
      ...(typeof mode === 'string' && { mode }),
      ...(typeof state === 'string' && state !== '' && { state }),
    };
  } catch {
    return {};
  }
}
