/** Applies a change to a conforming realm as an administrator does in the console, and restores it. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';

/** Changes the realm of that name; the returned function restores it. */
export type Plant = (api: KeycloakAdminClient, realm: string) => Promise<() => Promise<unknown>>;

/** Settings of the realm; other attributes stay. */
export function realm(change: RealmRepresentation): Plant {
  return async (api, name) => {
    const before = (await api.realms.findOne({ realm: name })) ?? {};
    const attributes = { ...before.attributes, ...change.attributes };
    await api.realms.update({ realm: name }, { ...change, attributes });
    const added = Object.keys(change.attributes ?? {}).map((attribute) => [attribute, '']);
    const restored = { ...Object.fromEntries(added), ...before.attributes };
    return async () => api.realms.update({ realm: name }, { ...before, attributes: restored });
  };
}

/** Fields of the mail server; the others stay. */
export function mailServer(change: Record<string, string>): Plant {
  return async (api, name) => {
    const { smtpServer } = (await api.realms.findOne({ realm: name })) ?? {};
    return await realm({ smtpServer: { ...smtpServer, ...change } })(api, name);
  };
}

/** Fields of a client; other attributes stay. */
export function client(clientId: string, change: ClientRepresentation): Plant {
  return async (api, name) => {
    const [before = {}] = await api.clients.find({ realm: name, clientId });
    const id = before.id ?? '';
    const attributes = { ...before.attributes, ...change.attributes };
    await api.clients.update({ realm: name, id }, { ...before, ...change, attributes });
    const added = Object.keys(change.attributes ?? {}).map((attribute) => [attribute, '']);
    const restored = { ...Object.fromEntries(added), ...before.attributes };
    return async () => api.clients.update({ realm: name, id }, { ...before, attributes: restored });
  };
}

/** Settings of the sign-in step; the others stay. */
export function linkSettings(change: Record<string, string>): Plant {
  return async (api, name) => {
    const flow = 'linkgate browser';
    const executions = await api.authenticationManagement.getExecutions({ realm: name, flow });
    const id =
      executions.find(({ authenticationConfig }) => authenticationConfig)?.authenticationConfig ?? '';
    const { alias = '', config = {} } = await api.authenticationManagement.getConfig({ realm: name, id });
    const put = (value: Record<string, string>) =>
      api.authenticationManagement.updateConfig({ realm: name, id, alias, config: value });
    await put({ ...config, ...change });
    return async () => put(config);
  };
}

/** Several changes at once. */
export function all(...plants: readonly Plant[]): Plant {
  return async (api, name) => {
    const restorers: (() => Promise<unknown>)[] = [];
    for (const plant of plants) restorers.unshift(await plant(api, name));
    return async () => {
      for (const restore of restorers) await restore();
    };
  };
}
