/** Links that backends request, and the backends: clients of the realm with a service account and its roles. */

import { randomBytes } from 'node:crypto';
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { decodeJwt, type JWTPayload } from 'jose';
import { expect, inject } from 'vitest';
import { LINKS_ROLE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { admin, REALM } from './admin.ts';
import { requestAdmin } from './admin-api.ts';
import { Agent } from './agent.ts';
import { changeClient } from './plant.ts';
import { exchange, follow } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** A link as the endpoint returns it. */
export interface CreatedLink {
  id: string;
  delivery: string;
  email: string;
  client_id: string;
  expires_in: number;
  link?: string;
}

/** Requests a link for `demo-web`; by default the link is returned and the token is the administrator's. */
export async function requestBackend(
  fields: Record<string, unknown>,
  {
    client = inject('site').clients.web,
    ...caller
  }: { token?: string; realm?: string; client?: SiteClient } = {},
): Promise<Response> {
  const { client_id, redirect_uri } = client;
  const body = { client_id, redirect_uri, delivery: 'return', ...fields };
  return await requestAdmin('POST', '/links', { body, ...caller });
}

/** Requests and returns a link. */
export async function createBackendLink(
  email: string,
  fields: Record<string, unknown> = {},
  caller: Parameters<typeof requestBackend>[1] = {},
): Promise<string> {
  const response = await requestBackend({ email, ...fields }, caller);
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as CreatedLink).link ?? '';
}

/** The claims of the ID token from a link's sign-in; for `demo-web` and in a new browser by default. */
export async function claimsBy(
  link: string,
  { client = inject('site').clients.web, agent = new Agent() }: { client?: SiteClient; agent?: Agent } = {},
): Promise<JWTPayload> {
  const target = await follow(link, agent);
  const response = await exchange(target.searchParams.get('code'), client);
  expect(response.status).toBe(200);
  return decodeJwt(((await response.json()) as { id_token: string }).id_token);
}

/** A backend: its token, and how to remove it. */
export interface Backend {
  id: string;
  clientId: string;
  secret: string;
  token: string;
  userId: string;
  update(fields: ClientRepresentation): Promise<void>;
  setApproval(approval: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates the realm's own role for links; returns the function that removes it. */
export async function makeLinksRole(): Promise<() => Promise<void>> {
  await (await admin()).roles.create({ realm: REALM, name: LINKS_ROLE });
  return async () => (await admin()).roles.delByName({ realm: REALM, name: LINKS_ROLE });
}

/**
 * Creates a backend with these roles of `realm-management`, or the realm's own for links; its token claims only the roles in
 * `claimed`.
 */
export async function makeBackend(
  roles: readonly string[],
  { claimed = [], realm = REALM }: { claimed?: readonly string[]; realm?: string } = {},
): Promise<Backend> {
  const api = await admin();
  const clientId = `backend-${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  const { id } = await api.clients.create({
    realm,
    clientId,
    secret,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    fullScopeAllowed: claimed.length === 0,
    attributes: { 'use.refresh.tokens': 'false', 'client_credentials.use_refresh_token': 'false' },
    protocolMappers: claimed.map((role) => ({
      name: `claims ${role}`,
      protocol: 'openid-connect',
      protocolMapper: 'oidc-hardcoded-role-mapper',
      config: { role: role === LINKS_ROLE ? role : `realm-management.${role}` },
    })),
  });
  const { id: userId = '' } = await api.clients.getServiceAccountUser({ realm, id });
  await assignRoles(userId, roles, realm);
  const response = await fetch(`${inject('site').serverUrl}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const { access_token: token } = (await response.json()) as { access_token: string };
  const update: Backend['update'] = async (fields) => changeClient(await admin(), realm, id, fields);
  return {
    id,
    clientId,
    secret,
    token,
    userId,
    update,
    setApproval: async (approval) => update({ attributes: { 'linkgate.approval': approval } }),
    remove: async () => {
      await (await admin()).clients.del({ realm, id });
    },
  };
}

/** Gives an account roles of `realm-management`, or the realm's own for links. */
export async function assignRoles(userId: string, names: readonly string[], realm = REALM): Promise<void> {
  const api = await admin();
  const [{ id: clientUniqueId = '' } = {}] = await api.clients.find({
    realm,
    clientId: 'realm-management',
  });
  for (const wanted of names) {
    const own = wanted === LINKS_ROLE;
    const found = own
      ? await api.roles.findOneByName({ realm, name: wanted })
      : await api.clients.findRole({ realm, id: clientUniqueId, roleName: wanted });
    const roles = [{ id: found?.id ?? '', name: wanted }];
    if (own) await api.users.addRealmRoleMappings({ realm, id: userId, roles });
    else await api.users.addClientRoleMappings({ realm, id: userId, clientUniqueId, roles });
  }
}
