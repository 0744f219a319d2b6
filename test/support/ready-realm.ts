/**
 * How the tests of an existing Keycloak come by a Linkgate realm: the one place to change when realm-config/ has a ready realm file for
 * Keycloak's own `--import-realm`. Until then the realms are seeded once the server runs.
 */
import type { OwnSite } from './own-site.ts';

/** What `kc.sh start` is given. */
export const REALM_ARGUMENTS: readonly string[] = [];

/** Makes the realms on a running server. */
export async function makeRealms(site: OwnSite, serverUrl: string): Promise<void> {
  await site.seed(serverUrl);
}
