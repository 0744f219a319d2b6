/** What a request object says, if it can be read without a key (OpenID Connect Core, section 6.1). None is ever followed. */
import { parseForeignJson } from '../engine/json.ts';

/** How a client wants to be answered: the `response_mode`, and the `state` to give back. */
export interface ResponsePreference {
  mode?: string;
  state?: string;
}

/**
 * How a request object wants the response returned; empty for an unreadable object. Its signature isn't checked: whoever made it could have
 * put the same into the URL.
 * @param decode text from base64url; throws for what isn't
 */
export function readResponsePreference(
  request: string,
  decode: (part: string) => string,
): ResponsePreference {
  const [, payload = '', , ...more] = request.split('.');
  // An encrypted one has five parts.
  if (more.length > 0) return {};
  try {
    const claims = parseForeignJson(decode(payload)) as Record<string, unknown> | null;
    const { response_mode: mode, state } = claims ?? {};
    return {
      ...(typeof mode === 'string' && { mode }),
      ...(typeof state === 'string' && state !== '' && { state }),
    };
  } catch {
    return {};
  }
}
