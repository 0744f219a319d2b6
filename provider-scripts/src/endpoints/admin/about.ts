/** The admin API's version, and the operations that the caller may use. */

import type { Response } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import type { AdminCall } from '../../http/request/admin-call.ts';
import { jsonResponse } from '../../http/response/responses.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { allowsBackendLinks, allowsInvitations, isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { readRealmSteps } from './realm-steps.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

/** The API's version; breaking changes increase it. */
const VERSION = '1';

/** Responds to any caller with at least one permission. */
export function getAbout({ session, auth }: AdminCall): Response {
  const rights = {
    realm: { view: auth.realm().canViewRealm(), manage: auth.realm().canManageRealm() },
    clients: { view: auth.clients().canView(), manage: auth.clients().canManage() },
    users: { view: auth.users().canView(), manage: auth.users().canManage() },
  };
  const { realm: realmRights, clients, users } = rights;
  if (![realmRights, clients, users].some(({ view, manage }) => view || manage))
    throw new ForbiddenException();
  const realm = requireRealm(session);
  const languages: string[] = [];
  for (const tag of realm.getSupportedLocalesStream().toList()) languages.push(tag);
  return jsonResponse(200, {
    version: VERSION,
    realm: { name: realm.getName(), display_name: realm.getDisplayName() || null },
    rights,
    linkgate_realm: isLinkgateRealm(realm),
    invitations: allowsInvitations(realm),
    backend_links: allowsBackendLinks(realm),
    sign_up: readRealmSteps(session).signUp,
    languages: languages.sort(),
    default_language: realm.getDefaultLocale() || 'en',
    username: auth.adminAuth().getUser().getUsername(),
    email: shownAddress(auth.adminAuth().getUser()),
  }).build();
}
