/** Reads the JSON body of an app's request for a link (contract, section 4.8); a backend's has more fields. */
import { MAX_STATE_LENGTH, OPAQUE_PARAMETERS } from '../../clients/opaque-parameters.ts';
import { parseJsonObject } from '../../http/request/json-object.ts';
import { hasControlCharacters } from '../../platform/engine/control-characters.ts';
import {
  type FieldProblem,
  fieldProblem,
  invalidFields,
  type Problem,
  problem,
} from '../../platform/errors/problem.ts';
import { MAX_RESPONSE_LENGTH } from '../../realm/shield/challenge.ts';

export const REQUIRED_FIELDS = ['email', 'client_id', 'redirect_uri'] as const;
/** Those that a backend may send, too. */
export const OPTIONAL_OF_BACKENDS = [
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'referral_code',
  'ui_locales',
] as const;
export const OPTIONAL_FIELDS = [...OPTIONAL_OF_BACKENDS, 'shield_response'] as const;

const OPAQUE: readonly string[] = OPAQUE_PARAMETERS;

/** Not parameters of the protocol: their errors have the form of a field's. */
const OWN_FIELDS: readonly string[] = ['email', 'referral_code', 'shield_response'];

/** The longest value of any other field, in characters. */
export const MAX_FIELD_LENGTH = 2048;

const MAX_LENGTHS: Readonly<Record<string, number>> = { shield_response: MAX_RESPONSE_LENGTH };

export type RequestBody = Record<(typeof REQUIRED_FIELDS)[number], string> &
  Partial<Record<(typeof OPTIONAL_FIELDS)[number], string>>;

/** Parses and validates the body; the problem lists every invalid field. Unknown fields are ignored. */
export function readBody(text: string): { body: RequestBody } | { problem: Problem } {
  const parsed = parseJsonObject(text);
  return 'details' in parsed ? invalid(parsed.details) : readFields(parsed.object);
}

/** Validates a parsed body, which may have other fields as well. */
export function readFields(given: Record<string, unknown>): { body: RequestBody } | { problem: Problem } {
  const details: FieldProblem[] = [];
  const body: Record<string, string> = {};
  for (const field of [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS]) {
    const value = given[field];
    const required = (REQUIRED_FIELDS as readonly string[]).includes(field);
    if (value === undefined || value === null || (value === '' && required)) {
      if (required) details.push(fieldProblem(field, 'required'));
    } else if (typeof value !== 'string') {
      details.push(fieldProblem(field, 'not_a_string'));
    } else if (hasControlCharacters(value) && !OPAQUE.includes(field)) {
      details.push(fieldProblem(field, 'control_characters'));
    } else if (value !== '') {
      body[field] = value;
    }
  }
  if (details.length > 0) return invalid(details);
  return checkOpaque(body) ?? checkLengths(body) ?? { body: body as RequestBody };
}

/** As at `/auth`. */
function checkOpaque(body: Record<string, string>): { problem: Problem } | null {
  const name = OPAQUE.find((field) => hasControlCharacters(body[field] ?? ''));
  return name === undefined ? null : { problem: problem('control_characters', { parameter: name }) };
}

function checkLengths(body: Record<string, string>): { problem: Problem } | null {
  for (const [field, value] of Object.entries(body)) {
    const max = MAX_LENGTHS[field] ?? (OPAQUE.includes(field) ? MAX_STATE_LENGTH : MAX_FIELD_LENGTH);
    if (value.length <= max) continue;
    if (OWN_FIELDS.includes(field)) return invalid([fieldProblem(field, 'too_long', { max })]);
    return { problem: problem('too_long', { parameter: field, max }) };
  }
  return null;
}

function invalid(details: readonly FieldProblem[]): { problem: Problem } {
  return { problem: invalidFields(details) };
}
