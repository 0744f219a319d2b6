/** Checks whether the values of a request are safe to log: administrators read the log in a terminal. */
import {
  hasControlCharacters,
  hasControlCharactersInLines,
} from '../../platform/engine/control-characters.ts';
import {
  hasControlCharactersInBase64,
  hasControlCharactersInJson,
  hasControlCharactersInToken,
  hasControlCharactersInUri,
} from './decoded-texts.ts';
import type { Parameters } from './parameters.ts';

/** URIs whose path Keycloak logs decoded. */
const URI_NAME = /(^|_)uri$/i;
/** Base64 of JSON: Keycloak's client data, and a browser's passkey data. */
const BASE64_NAME = /^client_?data(json)?$/i;
/** The state that an identity provider returns, and which of its parts, separated by dots, is Base64 of JSON. */
const [RETURNED_NAME, RETURNED_PART] = [/^(state|relaystate)$/i, 3];
/** Random texts, which aren't decoded. */
const RANDOM_NAME =
  /^(code|code_verifier|session_code|client_secret|password|password-new|password-confirm)$/;
/**
 * A token issued by the realm: only its header is read before the signature is verified; its claims may have several lines (a
 * user's address).
 */
const OWN_TOKEN_NAME = 'id_token_hint';
/** The one field that Keycloak logs of a form whose other fields may have several lines: a browser's passkey error. */
const SINGLE_LINE_NAME = 'error';

/** How the parameters of an endpoint may deviate. */
export interface ControlCharacterRules {
  /** Names whose values the endpoint checks itself, or only returns or compares. */
  opaque: readonly string[];
  /** Whether values may have several lines, as text areas do. */
  lines: boolean;
}

/** The first parameter with control characters in its name or a value, or null. */
export function nameWithControlCharacters(
  parameters: Parameters,
  { opaque, lines }: ControlCharacterRules,
): string | null {
  for (const [name, values] of Object.entries(parameters)) {
    if (hasControlCharacters(name)) return name;
    if (opaque.includes(name)) continue;
    for (const value of values) if (!isSafe(name, value, lines)) return name;
  }
  return null;
}

function isSafe(name: string, value: string, lines: boolean): boolean {
  const allowsLines = lines && name !== SINGLE_LINE_NAME;
  if (allowsLines ? hasControlCharactersInLines(value) : hasControlCharacters(value)) return false;
  if (RANDOM_NAME.test(name)) return true;
  if (URI_NAME.test(name) && hasControlCharactersInUri(value)) return false;
  if (BASE64_NAME.test(name)) return !hasControlCharactersInBase64(value);
  if (RETURNED_NAME.test(name))
    return !hasControlCharactersInBase64(value.split('.').slice(RETURNED_PART).join('.'));
  return !(hasControlCharactersInJson(value) || hasControlCharactersInToken(value, name === OWN_TOKEN_NAME));
}

/** Whether any text in a JSON value, names of members included, has control characters. */
export function hasControlCharactersInValue(json: unknown): boolean {
  if (typeof json === 'string') return hasControlCharacters(json);
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json as Record<string, unknown>).some(
    ([name, value]) => hasControlCharacters(name) || hasControlCharactersInValue(value),
  );
}
