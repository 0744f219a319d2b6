/** PKCE parameters. */
import { describe, expect, test } from 'vitest';
import { CHALLENGE_METHODS, checkPkce } from '../../../provider-scripts/src/clients/pkce.ts';
import { repeat } from '../../engine/repeat.ts';

/** RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const rejection = (text: string) => ({ code: 'invalid_request', status: 400, text });
const NO_DIGEST = rejection('code_challenge: not a SHA-256 digest in base64url (43 characters)');
const NO_VERIFIER = rejection('code_challenge: not 43 to 128 of the characters A-Z, a-z, 0-9, -, ., _ and ~');
const WRONG_METHOD = rejection('code_challenge_method: use one of S256, plain');

describe('a challenge', () => {
  test.each([
    ['with S256', CHALLENGE, 'S256'],
    ['with plain', CHALLENGE, 'plain'],
    ['without a method, which is plain', CHALLENGE, undefined],
    ['of every kind of character that a digest has', `${repeat('a', 37)}AZ09-_`, 'S256'],
    ['of 43 characters', repeat('a', 43), 'plain'],
    ['of 128 characters', repeat('a', 128), 'plain'],
    ['of every character that a verifier may have', `${repeat('a', 36)}AZ09-._~`, 'plain'],
  ])('%s is valid from any client', (_, challenge, method) => {
    expect(checkPkce(true, challenge, method)).toBe(null);
    expect(checkPkce(false, challenge, method)).toBe(null);
  });

  test.each([
    ['nothing', ''],
    ['42 characters', repeat('a', 42)],
    ['129 characters', repeat('a', 129)],
    ['padding', `${repeat('a', 43)}=`],
    ['the base64 alphabet', `${repeat('a', 43)}+/`],
    ['a space', `${repeat('a', 43)} `],
    ['a line break at its end', `${CHALLENGE}\n`],
    ['a letter outside ASCII', `${repeat('a', 43)}\u00e9`],
    ['a letter that only looks like one', `${repeat('a', 43)}\u017f`],
  ])('with %s has the wrong shape', (_, challenge) => {
    for (const isPublic of [true, false]) {
      expect(checkPkce(isPublic, challenge, 'S256')).toMatchObject(NO_DIGEST);
      expect(checkPkce(isPublic, challenge, 'plain')).toMatchObject(NO_VERIFIER);
      expect(checkPkce(isPublic, challenge, undefined)).toMatchObject(NO_VERIFIER);
    }
  });

  test.each([
    ['44 characters', `${CHALLENGE}a`],
    ['128 characters', repeat('a', 128)],
    ['a point', `.${repeat('a', 42)}`],
    ['a tilde', `${repeat('a', 42)}~`],
  ])('with %s can be a verifier but no digest', (_, challenge) => {
    for (const isPublic of [true, false]) {
      expect(checkPkce(isPublic, challenge, 'S256')).toMatchObject(NO_DIGEST);
      expect(checkPkce(isPublic, challenge, 'plain')).toBe(null);
      expect(checkPkce(isPublic, challenge, undefined)).toBe(null);
    }
  });

  test.each([
    ['unknown', 'S512'],
    ['in small letters', 's256'],
    ['in capitals', 'PLAIN'],
    ['empty', ''],
    ['with a space after it', 'S256 '],
    ['the name of a method of every array', 'length'],
  ])('with a method that is %s is rejected', (_, method) => {
    expect(checkPkce(true, CHALLENGE, method)).toMatchObject(WRONG_METHOD);
    expect(checkPkce(false, CHALLENGE, method)).toMatchObject(WRONG_METHOD);
  });

  test('is checked after its method', () => {
    expect(checkPkce(true, 'short', 'S512')).toMatchObject(WRONG_METHOD);
  });
});

describe('without a challenge', () => {
  const required = rejection('code_challenge: required from a client without a secret');

  test('a client without a secret is rejected', () => {
    expect(checkPkce(true, undefined, undefined)).toMatchObject(required);
    expect(checkPkce(true, undefined, 'S256')).toMatchObject(required);
    expect(checkPkce(true, undefined, 'S512')).toMatchObject(required);
  });

  test('a client with a secret is accepted', () => {
    expect(checkPkce(false, undefined, undefined)).toBe(null);
  });

  test('a method is ignored', () => {
    expect(checkPkce(false, undefined, 'S256')).toMatchObject(
      rejection('code_challenge: required with code_challenge_method'),
    );
  });
});

describe('the methods', () => {
  test('are the contract’s', () => {
    expect([...CHALLENGE_METHODS]).toEqual(['S256', 'plain']);
  });
});
