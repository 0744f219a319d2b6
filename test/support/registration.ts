/** Dynamic client registration at Keycloak’s endpoints. */
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { expect, inject } from 'vitest';
import { admin, REALM } from './admin.ts';
import { bearer } from './form.ts';
import { changeClient } from './plant.ts';

const REGISTRATIONS = `${inject('site').baseUrl}/clients-registrations`;

/** A self-registered client. */
export interface Registered {
  id: string;
  clientId: string;
  /** The registration access token; each response has a new one. */
  token: string;
  /** The last registration response. */
  response: Record<string, unknown>;
}

/** One call of a registration endpoint. */
export async function callRegistration(
  method: string,
  path: string,
  token: string,
  body: object,
): Promise<Response> {
  return await fetch(`${REGISTRATIONS}/${path}`, {
    method,
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Creates an initial access token. */
export async function initialToken(): Promise<string> {
  const access = await (await admin()).realms.createClientsInitialAccess(
    { realm: REALM },
    { count: 1, expiration: 600 },
  );
  return access.token ?? '';
}

/** Registers a client in a form: `openid-connect` or `default`. */
export async function register(form: string, body: object): Promise<Registered> {
  const response = await read(await callRegistration('POST', form, await initialToken(), body));
  const clientId = String(response.client_id ?? response.clientId);
  const [client] = await (await admin()).clients.find({ realm: REALM, clientId });
  return { id: client?.id ?? '', clientId, token: tokenIn(response), response };
}

/** Updates a client’s own registration; `end` follows its ID in the path. */
export async function change(client: Registered, form: string, fields: object, end = ''): Promise<void> {
  const name = form === 'default' ? 'clientId' : 'client_id';
  const body = { [name]: client.clientId, ...fields };
  client.response = await read(
    await callRegistration('PUT', `${form}/${client.clientId}${end}`, client.token, body),
  );
  client.token = tokenIn(client.response);
}

/** The client as an administrator sees it. */
export async function modelOf({ id }: Registered): Promise<ClientRepresentation> {
  return (await (await admin()).clients.findOne({ realm: REALM, id })) ?? {};
}

/** Updates fields as an administrator; other attributes stay. */
export async function decide(client: Registered, fields: ClientRepresentation): Promise<void> {
  await changeClient(await admin(), REALM, client.id, fields);
}

/** Sets the approval as an administrator. */
export async function setApproval(client: Registered, approval: string): Promise<void> {
  await decide(client, { attributes: { 'linkgate.approval': approval } });
}

export async function remove({ id }: Registered): Promise<void> {
  await (await admin()).clients.del({ realm: REALM, id });
}

async function read(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  expect(response.status, text).toBeOneOf([200, 201]);
  return JSON.parse(text) as Record<string, unknown>;
}

function tokenIn(response: Record<string, unknown>): string {
  return String(response.registration_access_token ?? response.registrationAccessToken);
}
