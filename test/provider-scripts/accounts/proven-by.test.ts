/** How an account's address was verified. */
import { describe, expect, test } from 'vitest';
import { isProvenBy } from '../../../provider-scripts/src/accounts/proven-by.ts';

const ADA = 'ada@example.com';

describe('an address is', () => {
  test.each([
    ['verified if Keycloak says so', true, ADA, null, true],
    ['not verified without a proof', false, ADA, null, false],
    ['verified by the attribute beside a store', false, ADA, ADA, true],
    ['not verified by another address’s proof', false, ADA, 'eve@example.com', false],
    ['not verified once the account has no address', false, null, ADA, false],
    ['not verified if there is neither', false, null, null, false],
  ])('%s', (_, verified, address, recorded, expected) => {
    expect(
      isProvenBy(
        verified,
        () => address,
        () => recorded,
      ),
    ).toBe(expected);
  });

  test('not looked up beside a store if Keycloak says that it is verified', () => {
    let lookUps = 0;
    const lookUp = () => {
      lookUps += 1;
      return null;
    };
    expect([isProvenBy(true, lookUp, lookUp), lookUps]).toEqual([true, 0]);
  });
});
