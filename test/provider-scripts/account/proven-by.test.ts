/** How an account's address was verified. */
import { describe, expect, test } from 'vitest';
import { isProvenBy } from '../../../provider-scripts/src/account/proven-by.ts';

const ADA = 'ada@example.com';

describe('an address is', () => {
  test.each([
    ['proven where Keycloak says so', true, ADA, null, true],
    ['not proven where nothing says so', false, ADA, null, false],
    ['proven by what is kept beside a store', false, ADA, ADA, true],
    ['not proven by what another address proved', false, ADA, 'eve@example.com', false],
    ['not proven once the account has none', false, null, ADA, false],
    ['not proven where there is neither', false, null, null, false],
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
