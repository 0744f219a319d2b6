/** Errors of any request over HTTP: its headers, its form or body, and how a value looks. */
import { type CatalogueEntry, ofCode } from './entry.ts';

export const REQUEST_ERRORS = {
  ...ofCode('invalid_request', {
    form_not_encoded: 'the form is not encoded as application/x-www-form-urlencoded',
    form_required: 'Content-Type: use application/x-www-form-urlencoded',
    form_too_long: 'the form has more than {max} parameters',
    given_twice: 'given more than once',
    malformed: 'malformed',
    name_not_lower_case: 'write the name in lower case',
    name_too_long: 'a parameter has a name longer than {max} characters',
  }),
  https_required: { code: 'invalid_request', status: 403, text: 'HTTPS required' },
  method_not_allowed: {
    code: 'invalid_request',
    status: 405,
    id: 'choice',
    text: 'method not allowed; use {choices}',
  },
  report_unsigned: {
    code: 'invalid_client',
    text: 'the request is not signed by the service of this route, or too old',
  },
  report_unverified: {
    code: 'temporarily_unavailable',
    text: "the signature can't be verified right now; send it again",
  },
  report_unread: {
    code: 'ValidationError',
    text: 'more than {max} events: send fewer at once',
  },
  rate_limited: { code: 'too_many_requests', text: 'Too many requests; try again in {seconds} seconds' },
  body_too_large: {
    code: 'invalid_request',
    status: 413,
    id: 'body-too-large',
    text: 'the body is larger than {bytes} bytes',
  },
  body_too_slow: { code: 'invalid_request', status: 408, text: 'the body did not arrive in time' },
  body_without_length: { code: 'invalid_request', status: 411, text: 'Content-Length: required' },
  charset_not_utf8: { code: 'invalid_request', status: 415, text: 'Content-Type: use the charset UTF-8' },
  media_type_not_supported: { status: 415, id: 'media-type', text: 'Content-Type: use {type}' },
  multipart_not_supported: {
    code: 'invalid_request',
    status: 415,
    text: 'Content-Type: multipart is not supported',
  },
  control_characters: { code: 'invalid_request', id: 'plain-line', text: 'has control characters' },
  not_a_boolean: { id: 'wrong-type', text: 'not true or false' },
  not_a_list: { id: 'wrong-type', text: 'not a list' },
  not_a_string: { id: 'wrong-type', text: 'not a string' },
  not_a_whole_number: { id: 'whole-number', text: 'a whole number from {min} to {max}' },
  not_an_email_address: { id: 'no-address', text: 'not an email address' },
  not_an_object: { id: 'wrong-type', text: 'not an object' },
  not_json: { id: 'wrong-type', text: 'not JSON' },
  not_json_object: { code: 'invalid_request', id: 'wrong-type', text: 'not a JSON object' },
  not_one_of: { code: 'invalid_request', id: 'choice', text: 'use one of {choices}' },
  required: { code: 'invalid_request', id: 'required', text: 'required' },
  too_long: { code: 'invalid_request', id: 'too-long', text: 'longer than {max} characters' },
  unknown_field: { id: 'choice', text: 'unknown; use one of {choices}' },
} as const satisfies Record<string, CatalogueEntry>;
