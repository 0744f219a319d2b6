/** Which clients a check after seeding works with. */
import { expect, test } from 'vitest';
import { targetClients } from '../../../scripts/seed/check.ts';
import { loadDesiredRealms } from '../../../scripts/seed/desired-realms.ts';

test.each([
  ['linkgate', ['confidential', 'other', 'pending', 'public', 'service']],
  // It has no public client but that of the administrators' pages, at which nobody signs in to an application.
  ['linkgate-beta', ['confidential']],
])('the check of %s works with its applications: %j', async (name, kinds) => {
  const [desired] = await loadDesiredRealms((variable) => `of ${variable}`, { names: [name] });
  const clients = targetClients(desired?.clients.clients ?? []);
  expect(Object.keys(clients).sort()).toEqual(kinds);
});
