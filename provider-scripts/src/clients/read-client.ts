/** A client, read from Java at once for the rules that a request is checked by. */
import type { ClientModel, JavaMap, RealmModel } from 'keycloak';

const Clients = Java.type('org.linkgate.host.Clients');

/** What rules ask of a client, be it Keycloak's or one that was read. */
export type ClientFacts = Pick<
  ClientModel,
  | 'getAttribute'
  | 'getClientAuthenticatorType'
  | 'getClientId'
  | 'getProtocol'
  | 'getRealm'
  | 'isBearerOnly'
  | 'isEnabled'
  | 'isPublicClient'
  | 'isServiceAccountsEnabled'
  | 'isStandardFlowEnabled'
>;

/** A client as it was when it was read. */
export interface ReadClient extends ClientFacts {
  /** Keycloak's, for everything else. */
  readonly model: ClientModel;
}

/** Reads a client. */
export function readClient(client: ClientModel): ReadClient {
  return readFrom(Clients.read(client));
}

/** Finds a client by its identifier and reads it; null if the realm has none. */
export function findAndRead(realm: RealmModel, clientId: string): ReadClient | null {
  const found = Clients.find(realm, clientId);
  return found === null ? null : readFrom(found);
}

function readFrom(map: ReturnType<typeof Clients.read>): ReadClient {
  const read = Java.record(map) as Readonly<Record<string, unknown>>;
  const attributes = Java.record(read.attributes as JavaMap<string, string>);
  const model = read.model as ClientModel;
  return {
    model,
    getAttribute: (name) => attributes[String(name)] ?? null,
    getClientAuthenticatorType: () => read.authenticator as string | null,
    getClientId: () => String(read.clientId),
    getProtocol: () => read.protocol as string | null,
    getRealm: () => model.getRealm(),
    isBearerOnly: () => read.bearerOnly === true,
    isEnabled: () => read.enabled === true,
    isPublicClient: () => read.publicClient === true,
    isServiceAccountsEnabled: () => read.serviceAccounts === true,
    isStandardFlowEnabled: () => read.standardFlow === true,
  };
}
