/** Applies a change to a conforming realm as an administrator does in the console, and restores it. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';

/** Restores what was changed; by another connection, if the first one's server is no longer there. */
type Restore = (later?: KeycloakAdminClient) => Promise<unknown>;

/** Changes the realm of that name. */
export type Plant = (api: KeycloakAdminClient, realm: string) => Promise<Restore>;

/** The values that these names have in a representation; those that it lacks get the other value. */
function valuesIn(all: object = {}, changed: object, missing?: string): Record<string, unknown> {
  const before = all as Record<string, unknown>;
  return Object.fromEntries(Object.keys(changed).map((name) => [name, before[name] ?? missing]));
}

/** Settings of the realm; other attributes stay, and an empty one is removed. */
export function realm({ attributes = {}, ...fields }: RealmRepresentation): Plant {
  return async (api, name) => {
    const read = async (by: KeycloakAdminClient) => (await by.realms.findOne({ realm: name })) ?? {};
    const put = async (by: KeycloakAdminClient, change: object, changed: object) => {
      const merged = { ...(await read(by)).attributes, ...changed };
      await by.realms.update({ realm: name }, { ...change, attributes: merged });
    };
    const before = await read(api);
    await put(api, fields, attributes);
    return async (later = api) =>
      put(later, valuesIn(before, fields), valuesIn(before.attributes, attributes, ''));
  };
}

/** Fields of the mail server; the others stay. Everything but the password is restored. */
export function mailServer(change: Record<string, string>): Plant {
  return async (api, name) => {
    const { smtpServer } = (await api.realms.findOne({ realm: name })) ?? {};
    return await realm({ smtpServer: { ...smtpServer, ...change } })(api, name);
  };
}

/** Changes fields of a client; other attributes stay. */
export async function changeClient(
  api: KeycloakAdminClient,
  name: string,
  id: string,
  change: ClientRepresentation,
): Promise<void> {
  const now = await api.clients.findOne({ realm: name, id });
  const attributes = { ...now?.attributes, ...change.attributes };
  await api.clients.update({ realm: name, id }, { ...now, ...change, attributes });
}

/** Fields of a client; other attributes stay. */
export function client(clientId: string, change: ClientRepresentation): Plant {
  return async (api, name) => {
    const [before = {}] = await api.clients.find({ realm: name, clientId });
    const id = before.id ?? '';
    await changeClient(api, name, id, change);
    const attributes = valuesIn(before.attributes, change.attributes ?? {}, '');
    return async (later = api) => changeClient(later, name, id, { ...valuesIn(before, change), attributes });
  };
}

/** Settings of the sign-in step; the others stay. */
export function linkSettings(change: Record<string, string>): Plant {
  return async (api, name) => {
    const flow = 'linkgate browser';
    const executions = await api.authenticationManagement.getExecutions({ realm: name, flow });
    const step = executions.find(({ providerId }) => providerId === 'linkgate-email');
    const id = step?.authenticationConfig ?? '';
    const { alias = '', config = {} } = await api.authenticationManagement.getConfig({ realm: name, id });
    const put = (by: KeycloakAdminClient, value: Record<string, string>) =>
      by.authenticationManagement.updateConfig({ realm: name, id, alias, config: value });
    await put(api, { ...config, ...change });
    return async (later = api) => put(later, config);
  };
}

/** Enables or disables one of Keycloak's required actions. */
export function requiredAction(alias: string, enabled: boolean): Plant {
  return async ({ authenticationManagement: api }, realm) => {
    const before = await api.getRequiredActionForAlias({ realm, alias });
    const put = (by: typeof api, value: boolean) =>
      by.updateRequiredAction({ realm, alias }, { ...before, enabled: value });
    await put(api, enabled);
    return async (later) => put(later?.authenticationManagement ?? api, before?.enabled ?? false);
  };
}

/** Several changes at once. */
export function all(...plants: readonly Plant[]): Plant {
  return async (api, name) => {
    const restorers: Restore[] = [];
    for (const plant of plants) restorers.unshift(await plant(api, name));
    return async (later = api) => {
      for (const restore of restorers) await restore(later);
    };
  };
}
