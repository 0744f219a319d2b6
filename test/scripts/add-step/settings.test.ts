/** The step's settings: given ones, and those of another step. */
import { describe, expect, test } from 'vitest';
import { describeMark, markIn } from '../../../scripts/add-step/mark.ts';
import { readSettings, translateSettings, translateStep } from '../../../scripts/add-step/settings.ts';

describe('settings that are given', () => {
  test('are read', () => {
    expect(
      readSettings(['lifetime=600', 'emailContains=link-and-code', 'default.reference.value=a=b']),
    ).toEqual({
      lifetime: '600',
      emailContains: 'link-and-code',
      'default.reference.value': 'a=b',
    });
  });

  test.each([
    ['lifetime', "isn't name=value"],
    ['lifetime=', "isn't name=value"],
    ['life=600', 'life is no setting of Linkgate; it has no effect; use one of lifetime, signUp'],
    ['lifetime=59', 'lifetime is "59", which is not a whole number from 60 to 86400'],
    ['signUp=perhaps', 'signUp is "perhaps", which is not one of open, closed'],
    ['code=true', 'code is called emailContains now'],
    ['bindIp=on', 'bindIp is "on", which is not one of true, false'],
    ['unverified=keep', 'unverified is "keep", which is not one of reject, claim'],
    ['default.reference.maxAge=long', 'default.reference.maxAge is not a whole number'],
    ['confirm=always', 'confirm: has no effect'],
  ])('are rejected: %s', (text, message) => {
    expect(() => readSettings([text])).toThrow(message);
  });

  test('are rejected if one is given twice', () => {
    expect(() => readSettings(['emailContains=link-and-code', 'emailContains=link'])).toThrow(
      'emailContains: given twice',
    );
  });
});

describe('settings of another step', () => {
  test('are translated where the step has the same', () => {
    expect(
      translateSettings({
        'ext-magic-create-nonexistent-user': 'true',
        'ext-magic-token-life-span': '1200',
        'ext-magic-allow-token-reuse': 'false',
        'ext-magic-update-profile-action': '',
      }),
    ).toEqual({ settings: { signUp: 'open', lifetime: '1200' }, left: [] });
    expect(translateSettings({ TIMEOUT: '10' })).toEqual({ settings: { lifetime: '600' }, left: [] });
    expect(translateSettings({ createUser: 'false', tokenValidity: '3600' })).toEqual({
      settings: { signUp: 'closed', lifetime: '3600' },
      left: [],
    });
  });

  test('are named where it hasn’t, also those with a value that it can’t have', () => {
    const config = {
      'ext-magic-allow-token-reuse': 'true',
      'ext-magic-token-life-span': '172800',
      other: 'x',
      TIMEOUT: '**********',
      'default.reference.value': '**********',
    };
    expect(translateSettings(config)).toEqual({
      settings: {},
      left: [
        expect.stringMatching(/^ext-magic-allow-token-reuse=true: a link works once: /),
        'ext-magic-token-life-span=172800: in seconds, from 60 to 86400',
        'other=x',
        ...['TIMEOUT', 'default.reference.value'].map(
          (name) => `${name}, which Keycloak doesn't show: is its provider installed?`,
        ),
      ],
    });
  });
});

describe('another extension’s step', () => {
  test.each<[string, Record<string, string>, Record<string, string>, RegExp[]]>([
    [
      'ext-magic-form',
      { 'ext-magic-token-life-span': '600', 'ext-magic-allow-token-reuse': 'false' },
      { lifetime: '600', signUp: 'open' },
      [],
    ],
    [
      'ext-magic-form',
      {},
      { lifetime: '86400', signUp: 'open' },
      [/^ext-magic-allow-token-reuse=true, its default: a link works once: /],
    ],
    [
      'ext-magic-form',
      { 'ext-magic-create-nonexistent-user': 'false', 'ext-magic-token-life-span': '**********' },
      { signUp: 'closed' },
      [/^ext-magic-token-life-span, which Keycloak doesn't show/, /^ext-magic-allow-token-reuse=true/],
    ],
    ['ext-email-otp', {}, { emailContains: 'code' }, []],
    [
      'ext-email-otp',
      { 'ext-magic-create-nonexistent-user': 'true' },
      { emailContains: 'code', signUp: 'open' },
      [],
    ],
    ['magic-link-continuation-form', {}, { crossDevice: 'true', lifetime: '600' }, []],
    [
      'magic-link-continuation-form',
      { TIMEOUT: '30', 'ext-magic-create-nonexistent-user': 'true' },
      { crossDevice: 'true', lifetime: '1800', signUp: 'open' },
      [],
    ],
    [
      'ext-magic-active-org',
      { 'ext-magic-org-id': '7', 'ext-magic-allow-token-reuse': 'false' },
      { lifetime: '86400', signUp: 'open' },
      [
        /^ext-magic-active-org: the step doesn't check .*, so every user passes/,
        /^ext-magic-org-id=7: the step doesn't check organizations$/,
        /^ext-magic-org-require-membership=true, its default: /,
      ],
    ],
    [
      'their-link',
      { TIMEOUT: '10' },
      { lifetime: '600' },
      [/^their-link, which this command doesn't know: /],
    ],
    ['constructor', {}, {}, [/^constructor, which this command doesn't know: /]],
  ])('%s: what it loses is named', (authenticator, config, settings, left) => {
    expect(translateStep(authenticator, config)).toEqual({
      settings,
      left: left.map((words) => expect.stringMatching(words)),
    });
  });
});

test('the step’s older id keeps its settings, without those that never acted here', () => {
  const config = {
    lifetime: '600',
    passkeys: 'true',
    confirm: 'always',
    signUp: '',
    'default.reference.value': 'mail',
  };
  expect(translateStep('linkgate-email', config)).toEqual({
    settings: { lifetime: '600', passkeys: 'true', 'default.reference.value': 'mail' },
    left: ['confirm=always'],
  });
});

describe('a copy’s description', () => {
  test('says what to undo', () => {
    const mark = { from: 'my "flow"', step: 'alternative', clients: ['a b'] };
    expect(markIn(describeMark(mark))).toEqual(mark);
  });

  test.each([
    undefined,
    '',
    'browser based authentication',
    'Made by linkgate add-step: {',
    'Made by linkgate add-step: {}',
  ])('that is another one isn’t mistaken for it: %s', (description) => {
    expect(markIn(description)).toBe(undefined);
  });

  test('isn’t longer than Keycloak stores', () => {
    expect(() => describeMark({ from: 'f', step: 's', clients: ['x'.repeat(250)] })).toThrow(
      '255 characters',
    );
  });
});
