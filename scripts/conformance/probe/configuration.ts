/** Reads a realm's configuration by the admin API, each part once. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import type { ServerInfoRepresentation } from '@keycloak/keycloak-admin-client/lib/defs/serverInfoRepesentation.js';
import { UNKNOWN_STATES } from '../../../provider-scripts/src/clients/approval.ts';
import { BUILT_IN_CLIENTS } from '../../../provider-scripts/src/clients/built-in-clients.ts';
import { readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT, REALM, type RealmKind } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../../admin/connect.ts';
import { Fault, NotApplicable } from './fault.ts';

/** A realm's configuration, cached from the first request. */
export class Configuration {
  readonly admin: RealmAdmin;
  readonly #cache = new Map<string, Promise<unknown>>();

  constructor(admin: RealmAdmin) {
    this.admin = admin;
  }

  async realm(): Promise<RealmRepresentation> {
    const { client, realm } = this.admin;
    const found = await this.once('realm', () => client.realms.findOne({ realm }));
    if (!found) throw new Fault(`realm ${realm}: not found`);
    // Without the role Keycloak returns little more than the name.
    if (found.sslRequired === undefined) throw missingRole('view-realm');
    return found;
  }

  /** The realm's attributes. */
  async attributes(): Promise<Readonly<Record<string, string | undefined>>> {
    return (await this.realm()).attributes ?? {};
  }

  /** The realm's kind, as the plugin decides it. */
  async realmKind(): Promise<RealmKind> {
    const { [REALM.enabled.name]: enabled } = await this.attributes();
    return readSetting(REALM.enabled, enabled) ? 'linkgate' : 'stock';
  }

  async serverInfo(): Promise<ServerInfoRepresentation> {
    return await this.once('server', () => this.admin.client.serverInfo.find());
  }

  /** The clients that relying parties use: OpenID Connect, enabled, not rejected or deleted, not Keycloak's own. */
  async clients(): Promise<readonly ClientRepresentation[]> {
    return (await this.allClients()).filter(
      ({ clientId = '', enabled, protocol, bearerOnly, attributes }) =>
        enabled &&
        !bearerOnly &&
        (protocol ?? 'openid-connect') === 'openid-connect' &&
        !UNKNOWN_STATES.includes(readSetting(CLIENT.approval, attributes?.[CLIENT.approval.name])) &&
        !BUILT_IN_CLIENTS.includes(clientId),
    );
  }

  /** Enabled clients of other protocols. */
  async otherClients(): Promise<readonly ClientRepresentation[]> {
    const isOther = (protocol = 'openid-connect') => protocol !== 'openid-connect';
    return (await this.allClients()).filter(({ enabled, protocol }) => enabled && isOther(protocol));
  }

  /** The clients with the authorization code flow. */
  async signInClients(): Promise<readonly ClientRepresentation[]> {
    return (await this.clients()).filter(({ standardFlowEnabled }) => standardFlowEnabled);
  }

  /** All clients, also disabled and deleted ones and Keycloak's own. */
  async allClients(): Promise<readonly ClientRepresentation[]> {
    const { client, realm } = this.admin;
    const all = await this.once('clients', () => client.clients.find({ realm }));
    // Without the role Keycloak returns none, not even its own clients.
    if (all.length === 0) throw missingRole('view-clients');
    return all;
  }

  /** Sends a request once and caches the response. */
  async once<T>(key: string, request: () => Promise<T>): Promise<T> {
    const pending = this.#cache.get(key) ?? request();
    this.#cache.set(key, pending);
    return (await pending) as T;
  }
}

function missingRole(role: string): NotApplicable {
  return new NotApplicable(`the admin credentials lack the role ${role}`);
}
