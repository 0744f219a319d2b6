/** Which clients' tokens are bound to their keys. */

import { describe, expect, test } from 'vitest';
import { dpopContradiction } from '../../../provider-scripts/src/clients/dpop.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';

describe('the attribute', () => {
  test.each([undefined, null, '', 'off'])('%j is off', (value) => {
    expect(readSetting(CLIENT.dpop, value)).toBe('off');
  });

  test.each(['required', 'Off', 'true', 'requird'])('%j is required', (value) => {
    expect(readSetting(CLIENT.dpop, value)).toBe('required');
  });
});

describe('Keycloak’s switch', () => {
  test.each([
    [undefined, undefined],
    ['off', 'false'],
    ['required', 'true'],
  ])('agrees with %j if it is %j', (attribute, switched) => {
    expect(dpopContradiction(attribute, switched)).toBeNull();
  });

  test.each([
    ['required', undefined, 'dpop.bound.access.tokens isn’t true'],
    ['required', 'false', 'dpop.bound.access.tokens isn’t true'],
    [undefined, 'true', 'it gets no tokens'],
    ['off', 'true', 'it gets no tokens'],
  ])('contradicts %j if it is %j', (attribute, switched, text) => {
    expect(dpopContradiction(attribute, switched)?.replaceAll("'", '’')).toContain(text);
  });
});
