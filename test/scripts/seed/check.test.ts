/** Which clients a check after seeding works with. */
import { expect, test } from 'vitest';
import { targetClients } from '../../../scripts/seed/check.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';

test.each([
  ['linkgate', ['confidential', 'other', 'pending', 'public', 'service']],
  // Its only public client is the admin pages', which isn't an application to sign in to.
  ['linkgate-beta', ['confidential']],
])('the check of %s works with its applications: %j', async (name, kinds) => {
  const [desired] = await loadDesiredRealms((variable) => `of ${variable}`, { names: [name] });
  const clients = targetClients(desired?.clients.clients ?? []);
  expect(Object.keys(clients).sort()).toEqual(kinds);
});
