/** Exempts the tests from rate limits by IP. */
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { realm } from '../plant.ts';

/** The tests' addresses; tests of rate limits use other addresses of this machine. */
export const TESTS = '127.0.0.1, ::1';
const REALMS = ['linkgate', 'linkgate-beta'] as const;

/** The tests exceed the limits: none of their calls is counted by IP. */
export async function exemptTests(server: Parameters<typeof connectAdmin>[0]): Promise<void> {
  const api = await connectAdmin(server);
  const exempt = realm({ attributes: { 'linkgate.limit.exempt': TESTS } });
  for (const name of REALMS) await exempt(api, name);
}
