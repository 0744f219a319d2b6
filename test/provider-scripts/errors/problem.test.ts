/** A refusal that a rule gives. */
import { describe, expect, test } from 'vitest';
import { problem } from '../../../provider-scripts/src/errors/problem.ts';

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

  test('keeps an empty text', () => {
    expect(problem('server_error', '').text).toBe('');
  });
});
