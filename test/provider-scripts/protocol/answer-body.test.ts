/** The shapes of an error answer. */
import { describe, expect, test } from 'vitest';
import { answerBody } from '../../../provider-scripts/src/protocol/answer-body.ts';

const TEXT = 'redirect_uri: not registered';

describe('an error answer', () => {
  test('of a protocol endpoint has error and error_description', () => {
    expect(answerBody('protocol', 'unauthorized_client', TEXT)).toEqual({
      error: 'unauthorized_client',
      error_description: TEXT,
    });
  });

  test('of a REST endpoint has error and message', () => {
    expect(answerBody('rest', 'unauthorized_client', TEXT)).toEqual({
      error: 'unauthorized_client',
      message: TEXT,
    });
  });

  test('of /verify-email has both texts', () => {
    expect(answerBody('both', 'invalid_token', TEXT)).toEqual({
      error: 'invalid_token',
      error_description: TEXT,
      message: TEXT,
    });
  });

  test('has the code that goes on the wire', () => {
    expect(answerBody('protocol', 'client_not_approved', TEXT).error).toBe('invalid_client');
  });

  test('names the fields that are wrong', () => {
    const details = [{ field: 'email', message: 'required' }];
    expect(answerBody('rest', 'ValidationError', TEXT, details)).toEqual({
      error: 'ValidationError',
      message: TEXT,
      details,
    });
  });

  test('has its fields in a fixed order, and none without a value', () => {
    expect(Object.keys(answerBody('both', 'server_error', '', []))).toEqual([
      'error',
      'error_description',
      'message',
      'details',
    ]);
    expect(Object.keys(answerBody('rest', 'server_error', ''))).toEqual(['error', 'message']);
  });
});
