/** Whether an address is verified: every kind of provider, claim, source and setting (contract, section 11). */
import { describe, expect, test } from 'vitest';
import {
  type AddressClaims,
  claimTruth,
  isAddressVerified,
  mayVerify,
  trustsAbsentClaim,
  VERIFYING_PROVIDERS,
} from '../../../../provider-scripts/src/sign-in/provider/address-proof.ts';

const EMAIL = 'ada@example.test';
const OTHER = 'eve@example.test';

const KINDS = ['oidc', 'keycloak-oidc', 'google', 'oauth2', 'github', 'microsoft', 'twitter', 'saml'];
const CLAIMS = ['true', 'false', 'absent'] as const;
const SOURCES: readonly (AddressClaims | null)[] = [
  null,
  ...[EMAIL, OTHER, null].flatMap((email) => CLAIMS.map((verified) => ({ email, verified }))),
];

test.each([
  [true, 'true'],
  ['true', 'true'],
  [false, 'false'],
  ['false', 'false'],
  ['TRUE', 'false'],
  ['yes', 'false'],
  ['', 'false'],
  [1, 'false'],
  [null, 'false'],
  [['false'], 'false'],
])('the claim %j is read as %s', (claim, truth) => {
  expect(claimTruth(claim)).toBe(truth);
});

/** The rule in other words: a claim speaks only for the address beside it; without one, the kind or the setting decides. */
function expected(
  kind: string,
  absentClaim: string | null,
  given: string | null,
  source: AddressClaims | null,
): boolean {
  if (kind === 'saml') return true;
  if (given !== EMAIL) return false;
  if (source !== null && source.verified !== 'absent')
    return source.verified === 'true' && source.email === EMAIL;
  return kind === 'twitter' || absentClaim === 'true';
}

describe.each(KINDS)('an address of a provider of the kind %s', (kind) => {
  test.each(
    SOURCES.flatMap((source) =>
      [EMAIL, OTHER, null].flatMap((given) =>
        [null, 'true', 'TRUE', 'false'].map((absentClaim) => ({ source, given, absentClaim })),
      ),
    ),
  )(
    'is verified as its own source says: $source.email $source.verified, given $given, absent $absentClaim',
    ({ source, given, absentClaim }) => {
      const address = { kind, absentClaim, email: EMAIL, given, source };
      expect([
        isAddressVerified({ ...address, isTrusted: true }),
        isAddressVerified({ ...address, isTrusted: false }),
      ]).toEqual([expected(kind, absentClaim, given, source), false]);
    },
  );
});

test('what somebody says that a provider has verified counts by its settings alone', () => {
  const claimed = ['oidc', 'keycloak-oidc', 'google', 'linkedin-openid-connect', 'apple', 'saml', 'twitter'];
  const others = ['github', 'microsoft', 'facebook', 'gitlab', 'constructor'];
  const counting = (kinds: readonly string[], isTrusted: boolean, absentClaim: string | null) =>
    kinds.filter((kind) => mayVerify({ kind, isTrusted, absentClaim }));
  for (const absentClaim of [null, 'true', 'TRUE', 'false']) {
    expect(counting(claimed, true, absentClaim)).toEqual(claimed);
    expect(counting(others, true, absentClaim)).toEqual(absentClaim === 'true' ? others : []);
    expect(counting([...claimed, ...others], false, absentClaim)).toEqual([]);
  }
});

test('names a source for each provider that returns verified addresses only; GitHub and Microsoft are none', () => {
  for (const source of Object.values(VERIFYING_PROVIDERS)) expect(source).toMatch(/^https:/);
  expect(
    ['github', 'microsoft', 'oidc', 'constructor', 'twitter', 'saml'].map((kind) =>
      trustsAbsentClaim(kind, null),
    ),
  ).toEqual([false, false, false, false, true, true]);
});
