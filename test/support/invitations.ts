/** Invitations, as administrators create them and users receive them. */
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { setRealmAttributes } from './admin.ts';
import { documented, requestAdmin } from './admin-api.ts';
import { type Email, emailTo } from './email.ts';
import { makeClient, type OwnClient } from './own-client.ts';
import { PATIENT } from './patience.ts';

/** The realm attribute that allows invitations. */
export const ALLOW = 'linkgate.invitations';

/** The client's home URL; no application listens there. */
export const HOME = 'https://home.example/start';

/** The reason for a rejection, as the API returns it. */
interface Rejection {
  id: string;
  values: Record<string, string | number>;
  message: string;
}

/** An invitation as the API returns it. */
export interface Invitation {
  id: string;
  email: string;
  name: string | null;
  language: string | null;
  client_id: string;
  client_name: string;
  state: string;
  created_at: number;
  opened_at: number | null;
  accepted_at: number | null;
  expires_at: number | null;
  emails: number;
  failure: string | null;
  failure_rejection: Rejection | null;
  resend_rejection: Rejection | null;
  batch: string | null;
}

/** A list as the API returns it. */
export interface Batch {
  id: string;
  state: string;
  file_name: string | null;
  lines: number;
  wrong: number;
  heading: string | null;
  ignored_columns: string[];
  accounts: number;
  notify_accounts: boolean;
  pause: { reason: string; until: number | null; limit: { count: number; seconds: number } | null } | null;
  counts: Record<string, number>;
}

/** Enables invitations in the sample realm; the returned function restores the setting. */
export async function allowInvitations(): Promise<() => Promise<void>> {
  return await setRealmAttributes({ [ALLOW]: 'true' });
}

/** A client of the sample realm that has a home URL. */
export async function makeHomeClient(fields: Parameters<typeof makeClient>[0] = {}): Promise<OwnClient> {
  return await makeClient({ name: 'Home', baseUrl: HOME, ...fields });
}

/** While a file's tests run, the realm allows invitations, and has such a client; returns it. */
export function useHomeClient(): () => OwnClient {
  const undo: (() => Promise<void>)[] = [];
  let home: OwnClient | undefined;
  beforeAll(async () => {
    undo.push(await allowInvitations());
    home = await makeHomeClient();
    undo.push(home.remove);
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  return () => {
    if (home === undefined) throw new Error('the client is there only while the tests run');
    return home;
  };
}

/** Who calls the API, and in which realm; the administrator in the sample realm if left out. */
export interface Caller {
  token?: string;
  realm?: string;
}

/** A list as it is now. */
export async function batchOf(id: string, caller: Caller = {}): Promise<Batch> {
  return (await (await callAdmin('GET', `invitation-batches/${id}`, undefined, caller)).json()) as Batch;
}

/** Waits until a list is in a state, and returns it. */
export async function untilState(
  id: string,
  state: string,
  patience: { timeout: number; interval: number } = { ...PATIENT, interval: 50 },
  caller: Caller = {},
): Promise<Batch> {
  await vi.waitUntil(async () => (await batchOf(id, caller)).state === state, patience);
  return await batchOf(id, caller);
}

/**
 * One call below `…/linkgate/`, as the administrator by default; text is sent as CSV, anything else as JSON. The response is
 * validated against the document.
 */
export async function callAdmin(
  method: string,
  path: string,
  body?: object | string,
  caller: Caller = {},
): Promise<Response> {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const response = await requestAdmin(method, `/${path}`, { body, type, ...caller });
  documented(method, `/${path}`, response.status, await response.clone().text());
  return response;
}

/** Invites a user and returns the invitation. */
export async function invite(
  fields: Record<string, unknown>,
  token?: string,
  realm?: string,
): Promise<Invitation> {
  const caller = { ...(token === undefined ? {} : { token }), ...(realm === undefined ? {} : { realm }) };
  const response = await callAdmin('POST', 'invitations', fields, caller);
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Invitation;
}

/** The current state of the invitation to an address, the newest if there are several. */
export async function invitationOf(email: string, caller: Caller = {}): Promise<Invitation> {
  const path = `invitations?search=${encodeURIComponent(email)}`;
  const response = await callAdmin('GET', path, undefined, caller);
  const { invitations } = (await response.json()) as { invitations: Invitation[] };
  const [newest] = invitations.toSorted((one, other) => other.created_at - one.created_at);
  if (newest === undefined) throw new Error(`no invitation of ${email}`);
  return newest;
}

/** The link in the email of an invitation. */
export function invitationIn(message: Pick<Email, 'text'>): string {
  const link = /^\s*(https?:\S+\/invitation\?token=\S+)\s*$/m.exec(message.text)?.[1];
  if (link === undefined) throw new Error(`no invitation in: ${message.text}`);
  return link;
}

/** The unsubscribe link in the email. */
export function optOutIn(message: Pick<Email, 'text'>): string {
  const link = /^\s*(https?:\S+\/invitation\/opt-out\?token=\S+)\s*$/m.exec(message.text)?.[1];
  if (link === undefined) throw new Error(`no way out in: ${message.text}`);
  return link;
}

/** Invites a user and returns the link in the email. */
export async function invited(
  email: string,
  client: { client_id: string },
  fields = {},
  realm?: string,
): Promise<string> {
  await invite({ email, client_id: client.client_id, ...fields }, undefined, realm);
  return invitationIn(await emailTo(email));
}
