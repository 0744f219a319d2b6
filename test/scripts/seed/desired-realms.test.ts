/** What a declared client gets beside what its entry says. */
import { expect, test } from 'vitest';
import { newClient } from '../../../scripts/seed/desired-realms.ts';

test.each<[attributes: NonNullable<Parameters<typeof newClient>[0]['attributes']>, expected: unknown]>([
  [{ 'linkgate.dpop': 'required' }, 'true'],
  [{ 'linkgate.dpop': 'off' }, null],
  [{}, undefined],
])('a client with %j has dpop.bound.access.tokens at %j', async (attributes, expected) => {
  const { declared } = await newClient({ clientId: 'shop', attributes });
  const given = declared.fields.attributes as Record<string, unknown>;
  expect(given['dpop.bound.access.tokens']).toBe(expected);
});
