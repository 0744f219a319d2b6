/** Validates an authorization request before Keycloak does (contract, section 4.3; OpenID Connect Core, section 3.1.2). */
import { MAX_STATE_LENGTH, OPAQUE_PARAMETERS } from '../../../../clients/opaque-parameters.ts';
import { checkPkce, isSha256 } from '../../../../clients/pkce.ts';
import { checkScope, DEFAULT_SCOPE } from '../../../../clients/scope.ts';
import { checkRepeated, type Parameters, single } from '../../../../http/request/parameters.ts';
import { nameWithControlCharacters } from '../../../../http/request/plain-values.ts';
import { hasControlCharacters } from '../../../../platform/engine/control-characters.ts';
import { parseUntrustedJson } from '../../../../platform/engine/json.ts';
import { inOneLine } from '../../../../platform/engine/one-line.ts';
import { type Problem, problem } from '../../../../platform/errors/problem.ts';

/** The longest name of a parameter, in characters; Keycloak stores unknown ones in a cookie. */
export const MAX_NAME_LENGTH = 128;

/** The longest value of parameters that control the sign-in, in characters; Keycloak ignores longer values. */
export const MAX_VALUE_LENGTH = 4000;
const CONTROL_PARAMETERS = ['prompt', 'claims', 'acr_values', 'kc_action'] as const;

/** The longest `id_token_hint`, in characters, and the maximum number of other parameters unknown to Keycloak. */
export const MAX_HINT_LENGTH = 2000;
export const MAX_UNKNOWN_WITH_HINT = 4;

/** Binds the code to the key of a proof of possession (RFC 9449, section 10); ignored if the client's tokens aren't bound. */
export const KEY_THUMBPRINT = 'dpop_jkt';

/** The parameters that Keycloak knows. Of all others, including the hint, it stores five, and none after one that is too long. */
const KNOWN: readonly string[] = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'state',
  'scope',
  'resource',
  'login_hint',
  'prompt',
  'kc_idp_hint',
  'kc_action',
  'nonce',
  'max_age',
  'ui_locales',
  'request',
  'request_uri',
  'claims',
  'acr_values',
  'code_challenge',
  'code_challenge_method',
  KEY_THUMBPRINT,
  'client_assertion_type',
  'client_assertion',
  'client_secret',
];

/** The supported values of `response_mode`. */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const;
/** The values of `prompt`. */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

/** Parameters that allow any text without control characters; each other parameter has its own format. */
const TEXTS = ['state', 'nonce', 'login_hint', 'acr_values', 'ui_locales', 'kc_idp_hint'] as const;

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

/** Errors that can't be sent to a client: the client ID or the redirect URI is malformed. */
export function checkRedirectTarget(parameters: Parameters): Problem | null {
  const long = Object.keys(parameters).find((name) => name.length > MAX_NAME_LENGTH);
  if (long !== undefined) return problem('name_too_long', { max: MAX_NAME_LENGTH });
  const repeated = checkRepeated(parameters, ['client_id', 'redirect_uri']);
  if (repeated) return repeated;
  for (const name of ['client_id', 'redirect_uri'] as const) {
    const value = single(parameters, name);
    if (value === undefined) return problem('required', { parameter: name });
    if (hasControlCharacters(value)) return problem('control_characters', { parameter: name });
  }
  return null;
}

/** Errors of other parameters, which are reported to the client by redirect. */
export function checkAuthorizationRequest(
  parameters: Parameters,
  client: { isPublic: boolean; signsUsersIn: boolean; scopes: readonly string[] },
): Problem | null {
  const value = (name: string) => single(parameters, name);
  return (
    checkRepeated(parameters, NAMES) ??
    checkRequestObject(value('request'), value('request_uri')) ??
    checkResponse(value('response_type'), value('response_mode'), client.signsUsersIn) ??
    checkCharacters(parameters) ??
    checkLength('state', value('state')) ??
    checkLength('nonce', value('nonce')) ??
    checkScope(value('scope') ?? DEFAULT_SCOPE, client.scopes) ??
    checkPkce(client.isPublic, value('code_challenge'), value('code_challenge_method')) ??
    checkControlLengths(parameters) ??
    checkHint(parameters) ??
    checkPrompt(value('prompt')) ??
    checkMaxAge(value('max_age')) ??
    checkReauthentication(value('max_age'), value('prompt')) ??
    checkClaims(value('claims')) ??
    checkAction(value('kc_action')) ??
    checkPlain(parameters)
  );
}

/** Except `state` and `nonce`, which have their own checks. */
function checkPlain(parameters: Parameters): Problem | null {
  const name = nameWithControlCharacters(parameters, { opaque: OPAQUE_PARAMETERS, lines: false });
  return name === null ? null : problem('control_characters', { parameter: inOneLine(name) });
}

/** Validates the thumbprint of a client that requires proofs. */
export function checkKeyThumbprint(parameters: Parameters): Problem | null {
  const thumbprint = single(parameters, KEY_THUMBPRINT);
  const repeated = checkRepeated(parameters, [KEY_THUMBPRINT]);
  if (repeated !== null || thumbprint === undefined || isSha256(thumbprint)) return repeated;
  return problem('challenge_not_sha256', { parameter: KEY_THUMBPRINT });
}

function checkRequestObject(request: string | undefined, requestUri: string | undefined): Problem | null {
  if (request !== undefined) return problem('request_not_supported');
  return requestUri === undefined ? null : problem('request_uri_not_supported');
}

function checkResponse(
  type: string | undefined,
  mode: string | undefined,
  signsUsersIn: boolean,
): Problem | null {
  if (type === undefined) return problem('required', { parameter: 'response_type' });
  if (type !== 'code') return problem('unsupported_response_type');
  if (!signsUsersIn) return problem('not_configured_for_client', { parameter: 'response_type' });
  if (mode !== undefined && !(RESPONSE_MODES as readonly string[]).includes(mode))
    return problem('not_one_of', { parameter: 'response_mode', choices: RESPONSE_MODES.join(', ') });
  return null;
}

/** Validates a text's length; the default maximum is that of `state` and `nonce`. */
export function checkLength(
  name: string,
  text: string | undefined,
  max: number = MAX_STATE_LENGTH,
): Problem | null {
  if (text === undefined || text.length <= max) return null;
  return problem('too_long', { parameter: name, max });
}

/** RFC 6749, appendix A: Keycloak would silently remove control characters. */
function checkCharacters(parameters: Parameters): Problem | null {
  for (const name of TEXTS) {
    if (hasControlCharacters(single(parameters, name) ?? ''))
      return problem('control_characters', { parameter: name });
  }
  return null;
}

function checkControlLengths(parameters: Parameters): Problem | null {
  for (const name of CONTROL_PARAMETERS) {
    const long = checkLength(name, single(parameters, name), MAX_VALUE_LENGTH);
    if (long !== null) return long;
  }
  return null;
}

/** A hint that Keycloak would lose is rejected: without it, `prompt=none` would issue a code for any signed-in user. */
function checkHint(parameters: Parameters): Problem | null {
  const hint = single(parameters, 'id_token_hint');
  if (hint === undefined) return null;
  if (!/\w/.test(hint)) return problem('not_a_token', { parameter: 'id_token_hint' });
  const unknown = Object.keys(parameters).filter(
    (name) => name !== 'id_token_hint' && !KNOWN.includes(name) && single(parameters, name) !== undefined,
  );
  if (unknown.length > MAX_UNKNOWN_WITH_HINT)
    return problem('too_many_unknown_parameters', { parameter: 'id_token_hint', max: MAX_UNKNOWN_WITH_HINT });
  for (const name of ['id_token_hint', ...unknown]) {
    const long = checkLength(name, single(parameters, name), MAX_HINT_LENGTH);
    if (long !== null) return long;
  }
  return null;
}

function checkPrompt(prompt: string | undefined): Problem | null {
  const prompts = prompt === undefined ? [] : prompt.split(' ');
  const unknown = prompts.find((value) => !(PROMPTS as readonly string[]).includes(value));
  if (unknown !== undefined)
    return problem('not_one_of', { parameter: 'prompt', choices: PROMPTS.join(', ') });
  if (prompts.includes('none') && prompts.length > 1)
    return problem('prompt_none_combined', { parameter: 'prompt' });
  return null;
}

function checkMaxAge(maxAge: string | undefined): Problem | null {
  if (maxAge === undefined || /^\d{1,9}$/.test(maxAge)) return null;
  return problem('max_age_malformed', { parameter: 'max_age' });
}

/** Without a page nobody can prove anew who they are. */
function checkReauthentication(maxAge: string | undefined, prompt: string | undefined): Problem | null {
  return isZero(maxAge) && prompt === 'none' ? problem('reauthentication_required') : null;
}

function isZero(maxAge: string | undefined): boolean {
  return maxAge !== undefined && Number(maxAge) === 0;
}

/**
 * `prompt` as it counts: `max_age=0` is `prompt=login` (OpenID Connect Core, section 3.1.2.1). Keycloak compares whole seconds, so that a sign-in
 * of this second would continue.
 */
export function countedPrompt(parameters: Parameters): string | undefined {
  const prompt = single(parameters, 'prompt');
  const prompts = prompt === undefined ? [] : prompt.split(' ');
  if (!isZero(single(parameters, 'max_age')) || prompts.includes('login')) return prompt;
  return [...prompts, 'login'].join(' ');
}

/**
 * Validates Keycloak's own parameter, `action` or `action:parameter`; Keycloak doesn't reject an empty part between colons. The name must not
 * contain anything that Keycloak would remove, so that the guard looks up the same action as Keycloak.
 */
function checkAction(action: string | undefined): Problem | null {
  if (action === undefined || /^[\w.-]+(:[^:]|$)/.test(action)) return null;
  return problem('action_malformed', { parameter: 'kc_action' });
}

/** The name of the action in `kc_action`, without its parameter. */
export function actionIn(parameters: Parameters): string | undefined {
  return single(parameters, 'kc_action')?.split(':')[0];
}

function checkClaims(claims: string | undefined): Problem | null {
  if (claims === undefined) return null;
  try {
    const json: unknown = parseUntrustedJson(claims);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return null;
  } catch {
    // Reported below.
  }
  return problem('not_json_object', { parameter: 'claims' });
}
