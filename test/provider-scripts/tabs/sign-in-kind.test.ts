/** What a sign-in took. */
import { expect, test } from 'vitest';
import { type SignInFacts, signInKind } from '../../../provider-scripts/src/tabs/sign-in-kind.ts';

const BY_LINK: SignInFacts = { isSilent: false, isContinued: false, provenBy: 'link', byProvider: false };

test.each<[Partial<SignInFacts>, ReturnType<typeof signInKind>]>([
  [{}, 'email'],
  [{ provenBy: 'code' }, 'email'],
  [{ provenBy: 'cross-device' }, 'email'],
  [{ provenBy: 'passkey' }, 'passkey'],
  [{ isContinued: true }, 'session'],
  [{ isContinued: true, provenBy: 'passkey' }, 'session'],
  [{ provenBy: null, byProvider: true }, 'provider'],
  [{ provenBy: null, byProvider: true, isContinued: true }, 'session'],
  [{ provenBy: null }, null],
  [{ isContinued: true, isSilent: true }, null],
])('%o is counted as %s', (facts, kind) => {
  expect(signInKind({ ...BY_LINK, ...facts })).toBe(kind);
});
