/** Links that backends request in a stock realm with the step. */
import { expect } from 'vitest';
import { type AdminResponse, callAdminApi } from './admin-api.ts';
import type { CreatedLink } from './backend-links.ts';
import { emailsTo, emailTo, linkIn } from './email.ts';
import type { SiteClient } from './site.ts';
import type { StepRealm } from './step-realm.ts';

/** The realm's attributes that allow them. */
export const WITH_BACKEND_LINKS = {
  'linkgate.backend-links': 'true',
  'linkgate.limit.exempt': '127.0.0.1, ::1',
};

/** The fields of a faulty request. */
export interface Rejection {
  id: string;
  details?: { field: string; id: string; message: string }[];
}

/** A link as administrators see it. */
export interface OpenLink {
  id: string;
  state: string;
}

/** Requests one; returned to the administrator who runs the tests, unless told otherwise. A field that is undefined is left out. */
export async function requestStepLink(
  { name }: Pick<StepRealm, 'name'>,
  { client_id, redirect_uri }: SiteClient,
  fields: Record<string, unknown>,
  token?: string,
): Promise<AdminResponse<CreatedLink & Rejection>> {
  const body = { client_id, redirect_uri, delivery: 'return', ...fields };
  const caller = token === undefined ? {} : { token };
  return await callAdminApi('POST', '/links', { body, realm: name, ...caller });
}

/** Requests one, and returns its URL, from the response or the email. */
export async function stepLink(
  realm: Pick<StepRealm, 'name'>,
  client: SiteClient,
  fields: Record<string, unknown>,
  address?: string,
): Promise<string> {
  const before = address === undefined ? 0 : (await emailsTo(address)).length;
  const { status, json } = await requestStepLink(realm, client, fields);
  expect(status, JSON.stringify(json)).toBe(201);
  return address === undefined ? (json.link ?? '') : linkIn(await emailTo(address, before + 1));
}
