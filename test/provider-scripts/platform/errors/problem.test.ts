/** Errors from the catalogue. */
import { describe, expect, test } from 'vitest';
import {
  adminRejection,
  fieldProblem,
  fieldProblemsOf,
  invalidFields,
  problem,
} from '../../../../provider-scripts/src/platform/errors/problem.ts';

describe('a problem', () => {
  test('has the code, the status and the text of its entry', () => {
    expect(problem('link_used')).toEqual({
      code: 'invalid_token',
      text: 'The link was already used',
      status: 401,
      rejection: { id: 'request', values: {}, message: 'The link was already used' },
    });
  });

  test('has the text and the status of its code, if it says no more', () => {
    expect(problem('login_required')).toMatchObject({
      code: 'login_required',
      text: 'No active session in this browser',
      status: 401,
    });
  });

  test('names the parameter at fault', () => {
    expect(problem('too_long', { parameter: 'state', max: 7 })).toEqual({
      code: 'invalid_request',
      status: 400,
      parameter: 'state',
      text: 'state: longer than 7 characters',
      rejection: { id: 'too-long', values: { max: 7 }, message: 'longer than 7 characters' },
    });
  });

  test('begins with its identifier instead, if the contract has one', () => {
    const at = { parameter: 'redirect_uri', identifier: 'redirect_uri_mismatch' } as const;
    expect(problem('not_registered_for_client', { ...at, client_id: 'a' })).toMatchObject({
      parameter: 'redirect_uri',
      text: 'redirect_uri_mismatch: not registered for client "a"',
      rejection: { message: 'not registered for client "a"' },
    });
  });

  test('has the status that it shares with others', () => {
    expect(problem('client_changed').status).toBe(409);
  });

  test('may have a status of its own', () => {
    const wrong = problem('media_type_not_supported', { type: 'application/json' });
    expect([wrong.code, wrong.status]).toEqual(['ValidationError', 415]);
  });

  test('may have the code of the endpoint, and keeps its status', () => {
    const wrong = problem('body_too_large', { bytes: 5, code: 'ValidationError' });
    expect([wrong.code, wrong.status]).toEqual(['ValidationError', 413]);
  });

  test('keeps its row’s name if a different code is sent', () => {
    expect(problem('client_not_approved').code).toBe('client_not_approved');
    expect(problem('client_not_approved').status).toBe(403);
  });

  test('fills in each value once, unchanged', () => {
    const wrong = problem('scope_not_supported', { scope: '{scopes} $& {x}', scopes: 'a, b' });
    expect(wrong.text).toBe('"{scopes} $& {x}" is not supported; use a, b, separated by spaces');
  });

  test('reports to the admin API only the values that its document names', () => {
    const { rejection } = problem('test_email_not_sent', { cause: 'email-failed', reason: 'why' });
    expect(rejection).toEqual({
      id: 'test-email-unsent',
      values: { cause: 'email-failed' },
      message: 'The email could not be sent: why',
    });
  });

  test.each([
    ['not_found', 'not-found'],
    ['too_many_requests', 'limit'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'request'],
    ['ValidationError', 'invalid'],
  ] as const)('has the id of its code, if it has none of its own: %s is %s', (code, id) => {
    expect(problem(code).rejection).toMatchObject({ id, values: {} });
  });

  test('can’t be created without its values, or with a name that isn’t in the catalogue', () => {
    // @ts-expect-error: `most` is missing
    problem('too_long', { parameter: 'state' });
    // @ts-expect-error: it has no values
    problem('link_used', { max: 1 });
    // @ts-expect-error: no such name
    const unknown = () => problem('some_text');
    expect(typeof unknown).toBe('function');
  });
});

describe('an invalid field', () => {
  test('has its id, values and text, without the name of the field', () => {
    expect(fieldProblem('email', 'too_long', { max: 7 })).toEqual({
      field: 'email',
      ...adminRejection('too_long', { max: 7 }),
    });
    expect(adminRejection('too_long', { max: 7 })).toEqual({
      id: 'too-long',
      values: { max: 7 },
      message: 'longer than 7 characters',
    });
  });

  test('is a problem of the whole request', () => {
    const wrong = invalidFields([fieldProblem('a', 'required')]);
    expect([wrong.code, wrong.rejection.id]).toEqual(['ValidationError', 'invalid']);
  });

  test('is taken from the problem with a parameter', () => {
    const scope = problem('scope_not_supported', { parameter: 'scope', scope: 'x', scopes: 'y: z' });
    const message = '"x" is not supported; use y: z, separated by spaces';
    expect(fieldProblemsOf(scope)).toEqual([{ field: 'scope', id: 'request', values: {}, message }]);
    const uri = problem('not_registered_for_client', {
      parameter: 'redirect_uri',
      identifier: 'redirect_uri_mismatch',
      client_id: 'a',
    });
    expect(fieldProblemsOf(uri)).toMatchObject([
      { field: 'redirect_uri', message: 'not registered for client "a"' },
    ]);
  });

  test('is the whole body, if no parameter is at fault', () => {
    expect(fieldProblemsOf(problem('request_too_long'))).toMatchObject([{ field: 'body', id: 'request' }]);
  });

  test('is the problem’s list, one entry per field', () => {
    const details = [fieldProblem('email', 'required')];
    expect(fieldProblemsOf(invalidFields(details))).toEqual(details);
  });
});
