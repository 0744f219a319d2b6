/** A refusal that a rule gives. */
import { describe, expect, test } from 'vitest';
import { invalidFields, problem, problemFor, whyOf } from '../../../provider-scripts/src/errors/problem.ts';
import { refusal, tooLong } from '../../../provider-scripts/src/errors/catalogue/admin-rejections.ts';

describe('a problem', () => {
  test('has the text and the status of its row', () => {
    expect(problem('invalid_token')).toEqual({
      code: 'invalid_token',
      text: 'The link is not valid',
      status: 401,
    });
  });

  test('may say more exactly what is wrong', () => {
    expect(problem('invalid_request', 'scope: too long')).toEqual({
      code: 'invalid_request',
      text: 'scope: too long',
      status: 400,
    });
  });

  test('may have a status of its own', () => {
    expect(problem('ValidationError', 'Content-Type: use application/json', 415).status).toBe(415);
  });

  test('keeps its row’s name if a different code is sent', () => {
    expect(problem('client_not_approved').code).toBe('client_not_approved');
    expect(problem('client_not_approved').status).toBe(403);
  });

  test('says why, where somebody knows', () => {
    const long = problemFor('ValidationError', tooLong(7), 409);
    expect([long.text, long.status]).toEqual(['longer than 7 characters', 409]);
    expect(whyOf(long)).toEqual(tooLong(7));
  });

  test.each([
    ['not_found', 'not-found'],
    ['too_many_requests', 'limit'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'request'],
  ] as const)('says why by its code otherwise: %s is %s', (code, id) => {
    const wrong = problem(code, 'x');
    expect(whyOf(wrong)).toEqual({ id, values: {}, message: 'x' });
  });

  test('of fields is one of the whole', () => {
    const wrong = invalidFields([{ field: 'a', ...refusal('required', 'required') }]);
    expect(whyOf(wrong).id).toBe('invalid');
  });

  test('keeps an empty text', () => {
    expect(problem('server_error', '').text).toBe('');
  });
});
