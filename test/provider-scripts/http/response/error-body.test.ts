/** The forms of an error response. */
import { describe, expect, test } from 'vitest';
import {
  adminErrorBody,
  descriptionOf,
  errorBody,
} from '../../../../provider-scripts/src/http/response/error-body.ts';
import {
  fieldProblem,
  invalidFields,
  type Problem,
  problem,
} from '../../../../provider-scripts/src/platform/errors/problem.ts';

const TEXT = 'redirect_uri: not registered';
const DETAILS = [fieldProblem('email', 'required')];

const wrong = (code: Problem['code'], text: string) => ({ code, text });

describe('an error response', () => {
  test('of a protocol endpoint has error and error_description', () => {
    expect(errorBody('protocol', wrong('unauthorized_client', TEXT))).toEqual({
      error: 'unauthorized_client',
      error_description: TEXT,
    });
  });

  test('of a REST endpoint has error and message', () => {
    expect(errorBody('rest', wrong('unauthorized_client', TEXT))).toEqual({
      error: 'unauthorized_client',
      message: TEXT,
    });
  });

  test('of /verify-email has both texts', () => {
    expect(errorBody('both', wrong('invalid_token', TEXT))).toEqual({
      error: 'invalid_token',
      error_description: TEXT,
      message: TEXT,
    });
  });

  test('has the code that is sent', () => {
    expect(errorBody('protocol', wrong('client_not_approved', TEXT)).error).toBe('invalid_client');
  });

  test('names the invalid fields', () => {
    expect(errorBody('rest', { ...wrong('ValidationError', TEXT), details: DETAILS })).toEqual({
      error: 'ValidationError',
      message: TEXT,
      details: [{ field: 'email', message: 'required' }],
    });
  });

  test('of the admin API explains the whole and each field', () => {
    expect(adminErrorBody(invalidFields(DETAILS))).toEqual({
      error: 'ValidationError',
      id: 'invalid',
      values: {},
      message: 'The request body is not valid',
      details: [{ field: 'email', id: 'required', values: {}, message: 'required' }],
    });
    expect(adminErrorBody(problem('too_long', { parameter: 'state', max: 7 }))).toEqual({
      error: 'invalid_request',
      id: 'too-long',
      values: { max: 7 },
      message: 'state: longer than 7 characters',
    });
  });

  test('has its fields in a fixed order, without empty ones', () => {
    expect(Object.keys(errorBody('both', { ...wrong('server_error', ''), details: [] }))).toEqual([
      'error',
      'error_description',
      'message',
      'details',
    ]);
    expect(Object.keys(errorBody('rest', wrong('server_error', '')))).toEqual(['error', 'message']);
  });
});

describe('a description', () => {
  test.each([
    ['keeps printable ASCII', "scope: use a, b; that's [all] {~!#$%&'()*+-./<=>?@^_`|}"],
    ['stays empty', ''],
    ['keeps an identifier', 'code_verifier_invalid: PKCE verification failed'],
  ])('%s', (_, text) => {
    expect(descriptionOf(text)).toBe(text);
  });

  test.each([
    ['double quotes as single ones', 'scope: "a" and "b"', "scope: 'a' and 'b'"],
    ['a backslash as a question mark', 'a\\b', 'a?b'],
    ['control characters as question marks', 'a\u0000\t\r\n\u001f\u007fb', 'a??????b'],
    ['letters outside ASCII as question marks', '\u00fc\u2019\u017f', '???'],
    ['a character of two halves as two question marks', '\ud83d\udd11', '??'],
    ['each of several', '""\\\\', "''??"],
  ])('has %s', (_, text, expected) => {
    expect(descriptionOf(text)).toBe(expected);
  });

  test('is unchanged when it is created again', () => {
    const once = descriptionOf('"\u00fc\\"');
    expect(descriptionOf(once)).toBe(once);
  });

  test('is used in protocol responses; messages have the text itself', () => {
    expect(errorBody('both', wrong('invalid_scope', 'scope: "\u00fc"'))).toEqual({
      error: 'invalid_scope',
      error_description: "scope: '?'",
      message: 'scope: "\u00fc"',
    });
  });
});
