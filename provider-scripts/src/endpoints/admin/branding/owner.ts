/** Whose branding a path of the admin API names: a client's, or the realm's for all its clients. */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { findActiveClient } from '../../../clients/client.ts';
import { listClients } from '../../../clients/rows.ts';
import type { AdminCall, AdminHandler } from '../../../http/request/admin-call.ts';
import { notFoundResponse } from '../../../http/response/responses.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { type Branding, mergeBranding } from '../../../realm/branding/branding.ts';
import { realmBranding } from '../../../realm/branding/client-branding.ts';
import type { LogoOwner } from '../../../realm/branding/logo-rows.ts';
import {
  type BrandingAttributes,
  clientAttributes,
  realmAttributes,
} from '../../../realm/branding/stored.ts';
import { managedClient, viewedClient } from '../clients/find.ts';

/** The client whose branding it is; null for the realm's own. */
export type BrandingOwner = ClientModel | null;
type OwnerHandler = (call: AdminCall, owner: BrandingOwner) => Response;

/** For a client's branding: checks the right to view or change the client, and finds it. */
export function ofClient(right: 'view' | 'manage', handler: OwnerHandler): AdminHandler {
  return (call) => {
    const client = right === 'view' ? viewedClient(call) : managedClient(call);
    return client === null ? notFoundResponse() : handler(call, client);
  };
}

/** For the realm's own branding. */
export function ofRealm(right: 'view' | 'manage', handler: OwnerHandler): AdminHandler {
  return (call) => {
    if (right === 'view') call.auth.realm().requireViewRealm();
    else call.auth.realm().requireManageRealm();
    return handler(call, null);
  };
}

export function attributesOfOwner(session: KeycloakSession, owner: BrandingOwner): BrandingAttributes {
  return owner === null ? realmAttributes(requireRealm(session)) : clientAttributes(owner);
}

export function logoOwner(session: KeycloakSession, owner: BrandingOwner): LogoOwner {
  return { realmId: realmIdOf(session), clientUuid: owner?.getId() ?? null };
}

/** A branding as its owner's pages and emails show it: a client's has the realm's values where it has none. */
export function inheriting(session: KeycloakSession, owner: BrandingOwner, branding: Branding): Branding {
  return owner === null ? branding : mergeBranding(branding, realmBranding(session));
}

const ONE = { first: 0, max: 1 };
/** One of Keycloak's own clients, in a realm without others. */
const ANY_REALM_HAS = 'account';

/** The client in whose name a branding is previewed: for the realm's, its first one. */
export function shownFor(session: KeycloakSession, owner: BrandingOwner): ClientModel {
  if (owner !== null) return owner;
  const realm = requireRealm(session);
  const [id] = listClients(session, { text: null, approval: 'approved' }, ONE);
  const client =
    (id === undefined ? null : realm.getClientById(id)) ?? findActiveClient(realm, ANY_REALM_HAS);
  if (client === null) throw new Error('the realm has no client');
  return client;
}
