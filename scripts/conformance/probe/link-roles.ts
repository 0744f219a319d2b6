/** Who has the realm's roles for links of backends: the first gives access to every account without an administrator's role. */
import { LINKS_ROLE, LONG_LINKS_ROLE } from '../../../provider-scripts/src/platform/keycloak/resources.ts';
import type { Configuration } from './configuration.ts';

const ROLES = [LINKS_ROLE, LONG_LINKS_ROLE] as const;
/** How many holders of a role are named. */
const MAX_NAMED = 5;

/** Those that every user has: the realm's default role contains them. */
export async function defaultRolesForLinks(configuration: Configuration): Promise<string[]> {
  const { client, realm } = configuration.admin;
  const { defaultRole } = await configuration.realm();
  const seen = new Set<string>();
  const found = new Set<string>();
  const pending = [defaultRole?.id ?? ''];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    for (const role of await client.roles.getCompositeRoles({ realm, id })) {
      if (!role.clientRole) found.add(role.name ?? '');
      if (role.composite) pending.push(role.id ?? '');
    }
  }
  return ROLES.filter((role) => found.has(role));
}

/** A line for each of the roles that users have themselves, not by a group or another role. */
export async function holdersOfLinkRoles(configuration: Configuration): Promise<string[]> {
  const { client, realm } = configuration.admin;
  const lines: string[] = [];
  for (const name of ROLES) {
    // Null where Keycloak has no such role.
    if (!(await client.roles.findOneByName({ realm, name }))) continue;
    const users = await client.roles.findUsersWithRole({ realm, name, max: MAX_NAMED + 1 });
    const holders = users.map(({ username = '' }) => username);
    const more = holders.length > MAX_NAMED ? ' and others' : '';
    if (holders.length > 0) lines.push(`${name}: ${holders.slice(0, MAX_NAMED).join(', ')}${more}`);
  }
  return lines;
}
