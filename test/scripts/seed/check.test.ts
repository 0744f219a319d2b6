/** Which clients a check after seeding works with. */
import { expect, test } from 'vitest';
import { targetClients } from '../../../scripts/seed/check.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';

test.each([
  ['linkgate', ['confidential', 'other', 'pending', 'public', 'service']],
  ['linkgate-beta', ['confidential', 'public']],
])('the check of %s works with its applications: %j', async (name, kinds) => {
  const [desired] = await loadDesiredRealms(() => '3000', { names: [name] });
  const clients = targetClients(desired?.clients.clients ?? []);
  expect(Object.keys(clients).sort()).toEqual(kinds);
});
