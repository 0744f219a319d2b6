/** What a sign-in took. */
import { expect, test } from 'vitest';
import {
  type SignInFacts,
  signInKind,
} from '../../../../provider-scripts/src/observability/statistics/sign-in-kind.ts';

const BY_LINK: SignInFacts = { isSilent: false, isContinued: false, provenBy: 'link', byProvider: false };

test.each<[string, Partial<SignInFacts>, ReturnType<typeof signInKind>]>([
  ['by a link', {}, 'email'],
  ['by a one-time code', { provenBy: 'code' }, 'email'],
  ['across devices', { provenBy: 'cross-device' }, 'email'],
  ['by a passkey', { provenBy: 'passkey' }, 'passkey'],
  ['that continues a session', { isContinued: true }, 'session'],
  ['that continues a session by passkey', { isContinued: true, provenBy: 'passkey' }, 'session'],
  ['through a provider', { provenBy: null, byProvider: true }, 'provider'],
  ['that continues a provider’s session', { provenBy: null, byProvider: true, isContinued: true }, 'session'],
  ['by another step', { provenBy: null }, null],
  ['without pages', { isContinued: true, isSilent: true }, null],
])('a sign-in %s is counted by its kind', (_, facts, kind) => {
  expect(signInKind({ ...BY_LINK, ...facts })).toBe(kind);
});
