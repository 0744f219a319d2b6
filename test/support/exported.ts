/** Everything that can be exported of a realm, to compare before and after. */
import { admin } from './admin.ts';

/** The realm with its clients, roles, groups and identity providers; lists are in a fixed order. */
export async function exportedRealm(realm: string): Promise<unknown> {
  const api = await admin();
  const providers = await api.identityProviders.find({ realm });
  const profile = await api.users.getProfile({ realm });
  const all = await api.realms.export({ realm, exportClients: true, exportGroupsAndRoles: true });
  return ordered({ all, realm: await api.realms.findOne({ realm }), providers, profile });
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    const keyed = value.map(ordered).map((one) => [JSON.stringify(one), one] as const);
    return keyed.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, ordered(field)] as const);
  return Object.fromEntries(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * IDs, which Keycloak chooses anew for what it creates again, and where it stores the user profile, which is a component once it was changed. Empty
 * texts are left out, too: Keycloak has no way to remove a field.
 */
const VOLATILE = /^(id|_id|internalId|org\.keycloak\.userprofile\.UserProfileProvider)$/;

/** An export without what Keycloak's admin API can't restore. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return ordered(value.map(comparable));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => !VOLATILE.test(name) && field !== '')
      .map(([name, field]) => [name, comparable(field)]),
  );
}

/** Where an export has Linkgate's name, with what is around it. */
export function mentions(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/.{0,60}linkgate.{0,40}/gi)].map(([found]) => found);
}
