/** A realm with its bindings of flows. */
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';

/** The admin client's type lacks one of them. */
export type BoundRealm = RealmRepresentation & { readonly firstBrokerLoginFlow?: string };
