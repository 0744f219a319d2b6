/** The credentials of a client: form fields, or HTTP Basic (RFC 6749, section 2.3.1). */

import { type Parameters, single } from '../http/request/parameters.ts';
import { hasControlCharacters } from '../platform/engine/control-characters.ts';
import { type Problem, problem } from '../platform/errors/problem.ts';

/** A client's claimed identity and its secret. */
export interface Credentials {
  clientId: string;
  secret: string | undefined;
}

/** Impossible credentials get the same response as wrong ones. */
function validated(credentials: Credentials): Credentials | { problem: Problem } {
  return hasControlCharacters(credentials.clientId) ? { problem: problem('invalid_client') } : credentials;
}

/**
 * Reads the credentials of a request.
 *
 * @param authorization the `Authorization` header, if any
 * @param decodeBase64 decodes Base64 to text; throws for malformed input
 */
export function readCredentials(
  parameters: Parameters,
  authorization: string | null,
  decodeBase64: (text: string) => string,
): Credentials | { problem: Problem } {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const formId = single(parameters, 'client_id');
  const formSecret = single(parameters, 'client_secret');
  if (basic === undefined) {
    if (formId === undefined) return { problem: problem('required', { parameter: 'client_id' }) };
    return validated({ clientId: formId, secret: formSecret });
  }
  if (formSecret !== undefined) {
    return { problem: problem('credentials_given_twice', { parameter: 'client_secret' }) };
  }
  try {
    const [id = '', ...secret] = decodeBase64(basic).split(':');
    const clientId = decodeURIComponent(id.replace(/\+/g, ' '));
    if (formId !== undefined && formId !== clientId) {
      return { problem: problem('credentials_differ', { parameter: 'client_id' }) };
    }
    return validated({ clientId, secret: decodeURIComponent(secret.join(':').replace(/\+/g, ' ')) });
  } catch {
    return { problem: problem('invalid_client') };
  }
}
