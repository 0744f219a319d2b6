/** The settings of a step in a stock realm. */
import { describe, expect, test } from 'vitest';
import { parseStepSettings } from '../../../../provider-scripts/src/realm/flow/parse.ts';

function parse(values: Record<string, string>, mayRegister = true) {
  const warnings: string[] = [];
  const settings = parseStepSettings(
    (name) => values[name] ?? null,
    (line) => warnings.push(line),
    mayRegister,
  );
  return { settings, warnings };
}

describe('the settings of a step', () => {
  test('by default let only existing, verified accounts in, after a click', () => {
    expect(parse({}).settings).toMatchObject({
      signUp: 'closed',
      unverified: 'reject',
      confirm: 'always',
      crossDevice: false,
      rememberDevice: false,
    });
  });

  test.each([
    ['open', true, 'open'],
    ['open', false, 'closed'],
    ['closed', true, 'closed'],
  ])('sign-up %s, where registration is allowed: %s, is %s', (signUp, mayRegister, expected) => {
    expect(parse({ signUp }, mayRegister).settings.signUp).toBe(expected);
  });

  test('claim unverified accounts only if they say so', () => {
    expect(parse({ unverified: 'claim' }).settings.unverified).toBe('claim');
    expect(parse({ unverified: 'Claim' })).toMatchObject({
      settings: { unverified: 'reject' },
      warnings: ['unverified is "Claim", which is not one of reject, claim; using reject'],
    });
  });

  test('remember devices only where passkeys are offered', () => {
    expect(parse({ passkeys: 'true' }).settings).toMatchObject({ passkeys: true, rememberDevice: true });
    expect(parse({ passkeys: 'on', rememberDevice: 'true' })).toMatchObject({
      settings: { passkeys: false, rememberDevice: false },
      warnings: ['passkeys is "on", which is not one of true, false; using false'],
    });
  });

  test('keep what belongs to Linkgate realms off', () => {
    expect(parse({ confirm: 'never', rememberDevice: 'true' }).settings).toMatchObject({
      confirm: 'always',
      rememberDevice: false,
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    ['on', false],
  ])('let links be approved only if they say so: %s', (crossDevice, expected) => {
    expect(parse({ crossDevice }).settings.crossDevice).toBe(expected);
  });
});
