/**
 * Makes administrators' passwords cheap to verify: tests sign in as one all the time, and Argon2 took most of a server's CPU
 * time.
 */
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { ADMIN_REALM } from '../../../scripts/admin/credentials.ts';

/** These servers' data is deleted with them. */
const ONE_ROUND = 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)';

/** Keycloak rehashes a password by the realm's policy when its user signs in. */
export async function hashQuickly(server: Parameters<typeof connectAdmin>[0]): Promise<void> {
  const api = await connectAdmin(server);
  await api.realms.update({ realm: ADMIN_REALM }, { passwordPolicy: ONE_ROUND });
  await connectAdmin(server);
}
