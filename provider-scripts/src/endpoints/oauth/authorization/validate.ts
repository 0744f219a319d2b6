/** Validates an authorization request before Keycloak does (contract, section 4.3; OpenID Connect Core, section 3.1.2). */

import { checkPkce } from '../../../client/pkce.ts';
import { checkScope } from '../../../client/scope.ts';
import { parseForeignJson } from '../../../engine/json.ts';
import { type Problem, problem } from '../../../errors/problem.ts';
import { hasControlCharacters } from '../../../request/control-characters.ts';
import { checkRepeated, type Parameters, single } from '../../../request/parameters.ts';

/** The longest `state` and `nonce`, in characters (contract, section 4.3). */
export const MAX_STATE_LENGTH = 1024;

/** The longest name of a parameter, in characters; Keycloak keeps unknown ones in a cookie. */
export const MAX_NAME_LENGTH = 128;

/** How the response can be returned. */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const;
/** The values of `prompt`. */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'claims',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'acr_values',
  'display',
  'request',
  'request_uri',
] as const;

/** What is wrong before it is known where a response may be sent: the client or the redirect URI can't be read. */
export function checkAddressee(parameters: Parameters): Problem | null {
  const long = Object.keys(parameters).find((name) => name.length > MAX_NAME_LENGTH);
  if (long !== undefined)
    return problem('invalid_request', `a parameter has a name longer than ${MAX_NAME_LENGTH} characters`);
  const repeated = checkRepeated(parameters, ['client_id', 'redirect_uri']);
  if (repeated) return repeated;
  for (const name of ['client_id', 'redirect_uri'] as const) {
    const value = single(parameters, name);
    if (value === undefined) return problem('invalid_request', `${name}: required`);
    if (hasControlCharacters(value)) return problem('invalid_request', `${name}: has control characters`);
  }
  return null;
}

/** What is wrong with the rest, which is reported to the client by redirect. */
export function checkAuthorizationRequest(
  parameters: Parameters,
  client: { isPublic: boolean; signsPeopleIn: boolean },
): Problem | null {
  const value = (name: string) => single(parameters, name);
  return (
    checkRepeated(parameters, NAMES) ??
    checkRequestObject(value('request'), value('request_uri')) ??
    checkResponse(value('response_type'), value('response_mode'), client.signsPeopleIn) ??
    checkLength('state', value('state')) ??
    checkLength('nonce', value('nonce')) ??
    checkScope(value('scope') ?? 'openid') ??
    checkPkce(client.isPublic, value('code_challenge'), value('code_challenge_method')) ??
    checkPrompt(value('prompt')) ??
    checkMaxAge(value('max_age')) ??
    checkClaims(value('claims')) ??
    checkAction(value('kc_action'))
  );
}

function checkRequestObject(request: string | undefined, requestUri: string | undefined): Problem | null {
  if (request !== undefined) return problem('request_not_supported');
  return requestUri === undefined ? null : problem('request_uri_not_supported');
}

function checkResponse(
  type: string | undefined,
  mode: string | undefined,
  signsPeopleIn: boolean,
): Problem | null {
  if (type === undefined) return problem('invalid_request', 'response_type: required');
  if (type !== 'code') return problem('unsupported_response_type');
  if (!signsPeopleIn) return problem('unauthorized_client', 'response_type: not configured for this client');
  if (mode !== undefined && !(RESPONSE_MODES as readonly string[]).includes(mode)) {
    return problem('invalid_request', `response_mode: use ${RESPONSE_MODES.join(', ')}`);
  }
  return null;
}

/** Null for a text no longer than `state` and `nonce` may be. */
export function checkLength(name: string, text: string | undefined): Problem | null {
  if (text === undefined || text.length <= MAX_STATE_LENGTH) return null;
  return problem('invalid_request', `${name}: longer than ${MAX_STATE_LENGTH} characters`);
}

function checkPrompt(prompt: string | undefined): Problem | null {
  const prompts = prompt === undefined ? [] : prompt.split(' ');
  const unknown = prompts.find((value) => !(PROMPTS as readonly string[]).includes(value));
  if (unknown !== undefined) return problem('invalid_request', `prompt: use ${PROMPTS.join(', ')}`);
  if (prompts.includes('none') && prompts.length > 1)
    return problem('invalid_request', 'prompt: "none" cannot be combined with other values');
  return null;
}

function checkMaxAge(maxAge: string | undefined): Problem | null {
  if (maxAge === undefined || /^\d{1,9}$/.test(maxAge)) return null;
  return problem('invalid_request', 'max_age: not a whole number of seconds');
}

/** Keycloak's own parameter, `action` or `action:parameter`; it looks for what is between colons without asking whether it is there. */
function checkAction(action: string | undefined): Problem | null {
  if (action === undefined || !action.includes(':') || /^[^:]+:[^:]/.test(action)) return null;
  return problem('invalid_request', 'kc_action: not of the form action:parameter');
}

function checkClaims(claims: string | undefined): Problem | null {
  if (claims === undefined) return null;
  try {
    const json: unknown = parseForeignJson(claims);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return null;
  } catch {
    // Said below.
  }
  return problem('invalid_request', 'claims: not a JSON object');
}
