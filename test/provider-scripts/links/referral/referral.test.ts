/** How a referral code is written and read. */
import { describe, expect, test } from 'vitest';
import {
  lastLettersOf,
  plainCode,
  writtenReferral,
} from '../../../../provider-scripts/src/links/referral/referral.ts';

const CODE = 'RG7PUWGSR8Q6ABCD';

describe('a generated code', () => {
  test('is written in groups of four', () => {
    expect(writtenReferral(CODE)).toBe('RG7P-UWGS-R8Q6-ABCD');
  });

  test.each([
    CODE,
    'RG7P-UWGS-R8Q6-ABCD',
    'rg7p uwgs r8q6 abcd',
    ' RG7P–UWGS—R8Q6‑ABCD\n',
    'RG7P\u00a0UWGS\u200bR8Q6\u00adABCD',
    'Rg7pUwgsR8q6 - abcd',
  ])('is read from %j', (typed) => {
    expect(plainCode(typed)).toBe(CODE);
  });

  test('has last letters that are none of a group’s dashes', () => {
    expect(lastLettersOf('RG7P-UWGS-R8Q6-AB-CD')).toBe('ABCD');
  });
});

describe('a code that an administrator chose', () => {
  test.each(['WELCOME-2026', 'friends_of_demo', 'RG7PUWGSR8Q6ABC'])(
    'is written as it was chosen: %s',
    (code) => {
      expect(writtenReferral(code)).toBe(code);
    },
  );

  test('differs from others by its letters, not by dashes', () => {
    expect(plainCode('WELCOME-2026')).toBe(plainCode('welcome 2026'));
    expect(plainCode('friends_of')).not.toBe(plainCode('friendsof'));
  });
});
