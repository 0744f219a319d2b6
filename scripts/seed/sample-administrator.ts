/** The sample realm's administrator, who signs in to Linkgate's own pages with a link from the inbox. */

import { type AdminConnection, connectAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';

/** Keycloak's client of roles for a realm's administrators, and its role that includes the others. */
const MANAGEMENT_CLIENT = 'realm-management';
const ROLE = 'realm-admin';

/** Creates the account, if the address has none, and gives it all of the realm's administrative roles. */
export async function ensureSampleAdministrator(
  connection: AdminConnection,
  { realm, email }: { realm: string; email: string },
): Promise<void> {
  const client = await connectAdmin(connection);
  const [found] = await client.users.find({ realm, email, exact: true });
  const account = { realm, username: email, email, emailVerified: true, enabled: true };
  const { id } = found ?? (await client.users.create(account));
  const [management] = await client.clients.find({ realm, clientId: MANAGEMENT_CLIENT });
  const clientUniqueId = management?.id;
  if (id === undefined || clientUniqueId === undefined)
    throw new Failure(`the realm ${realm} has no client ${MANAGEMENT_CLIENT}`);
  const role = await client.clients.findRole({ realm, id: clientUniqueId, roleName: ROLE });
  const roles = [{ id: role?.id ?? '', name: ROLE }];
  await client.users.addClientRoleMappings({ realm, id, clientUniqueId, roles });
}
