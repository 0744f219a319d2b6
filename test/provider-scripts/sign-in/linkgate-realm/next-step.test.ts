/** The first page or result of the sign-in step. */
import { describe, expect, test } from 'vitest';
import {
  nextStep,
  type StepContext,
} from '../../../../provider-scripts/src/sign-in/linkgate-realm/next-step.ts';

/** A user on a new device. */
const NEW: StepContext = {
  prompts: [''],
  rememberDevice: true,
  canContinue: false,
  hint: 'none',
  namesOtherUser: false,
  openedElsewhere: false,
  accountCount: 0,
  requestedView: null,
};
/** A signed-in user on a recognised device. */
const LIVE: StepContext = { ...NEW, canContinue: true, accountCount: 1 };

describe('the sign-in step', () => {
  test('prompts for an address on an unknown device', () => {
    expect(nextStep(NEW)).toBe('address');
  });

  test('lists the accounts of a recognised device', () => {
    expect(nextStep({ ...NEW, accountCount: 2 })).toBe('choose');
    expect(nextStep(LIVE)).toBe('choose');
  });

  test('prompts for an address when the user wants another account, or the request names one that isn’t listed', () => {
    expect(nextStep({ ...LIVE, requestedView: 'address' })).toBe('address');
    expect(nextStep({ ...LIVE, hint: 'other' })).toBe('address');
    expect(nextStep({ ...LIVE, hint: 'listed' })).toBe('choose');
  });

  test('returns to the accounts when the user chooses them, whatever the request names', () => {
    expect(nextStep({ ...LIVE, hint: 'other', requestedView: 'accounts' })).toBe('choose');
    expect(nextStep({ ...NEW, requestedView: 'accounts' })).toBe('address');
  });

  test('continues after a link that another browser requested, unless the request names a user or wants a choice', () => {
    const arrived: StepContext = { ...LIVE, openedElsewhere: true };
    expect(nextStep(arrived)).toBe('continue');
    expect(nextStep({ ...arrived, hint: 'listed' })).toBe('choose');
    expect(nextStep({ ...arrived, prompts: ['select_account'] })).toBe('choose');
    expect(nextStep({ ...arrived, namesOtherUser: true })).toBe('choose');
    expect(nextStep({ ...arrived, requestedView: 'address' })).toBe('address');
  });

  test('continues without a page if none may be shown', () => {
    expect(nextStep({ ...LIVE, prompts: ['none'] })).toBe('continue');
    expect(nextStep({ ...LIVE, prompts: ['none'], canContinue: false })).toBe('choose');
  });

  test('continues without a page for the user that the request names', () => {
    expect(nextStep({ ...LIVE, hint: 'live' })).toBe('continue');
    expect(nextStep({ ...LIVE, hint: 'live', canContinue: false })).toBe('choose');
  });

  test('continues without a page if devices aren’t remembered', () => {
    expect(nextStep({ ...LIVE, rememberDevice: false, accountCount: 0 })).toBe('continue');
  });

  test.each([['none'], ['live'], ['other']] as const)(
    'never continues for select_account, hint %s',
    (hint) => {
      const step = nextStep({ ...LIVE, prompts: ['consent', 'select_account'], hint });
      expect(step).toBe(hint === 'other' ? 'address' : 'choose');
    },
  );

  test('never continues when the request’s ID token names another user', () => {
    expect(nextStep({ ...LIVE, prompts: ['none'], namesOtherUser: true })).toBe('choose');
  });
});
