/** Lists of users to whom backends have links sent, in a stock realm with the step. */
import { expect, vi } from 'vitest';
import { type AdminResponse, callAdminApi } from './admin-api.ts';
import { PATIENT } from './patience.ts';
import type { SiteClient } from './site.ts';
import type { Rejection } from './step-links.ts';
import type { StepRealm } from './step-realm.ts';

/** A list as the API returns it. */
export interface LinkBatch {
  id: string;
  state: string;
  created_by: string | null;
  users: number;
  pause: { reason: string; until: number | null; limit: { count: number; seconds: number } | null } | null;
  counts: Record<string, number>;
}

/** A line as administrators see it. */
export interface Line {
  id: string;
  email: string | null;
  user_id: string | null;
  state: string;
  batch: string | null;
  failure: string | null;
}

/** Requests one, as the administrator who runs the tests unless told otherwise. A field that is undefined is left out. */
export async function requestBatch(
  { name }: Pick<StepRealm, 'name'>,
  { client_id, redirect_uri }: SiteClient,
  fields: Record<string, unknown>,
  { token, key }: { token?: string; key?: string } = {},
): Promise<AdminResponse<LinkBatch & Rejection>> {
  return await callAdminApi('POST', '/link-batches', {
    body: { client_id, redirect_uri, ...fields },
    realm: name,
    ...(token === undefined ? {} : { token }),
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  });
}

/** Sends one, and returns it. */
export async function sendBatch(...given: Parameters<typeof requestBatch>): Promise<LinkBatch> {
  const { status, json } = await requestBatch(...given);
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
}

export async function batchOf({ name: realm }: Pick<StepRealm, 'name'>, id: string): Promise<LinkBatch> {
  return (await callAdminApi<LinkBatch>('GET', `/link-batches/${id}`, { realm })).json;
}

/** Waits until a list is as expected. */
export async function untilBatch(
  realm: Pick<StepRealm, 'name'>,
  id: string,
  isReached: (batch: LinkBatch) => boolean,
): Promise<LinkBatch> {
  return await vi.waitFor(async () => {
    const batch = await batchOf(realm, id);
    expect(isReached(batch), JSON.stringify(batch)).toBe(true);
    return batch;
  }, PATIENT);
}

/** The lines of a list, the first one first. */
export async function linesOf({ name: realm }: Pick<StepRealm, 'name'>, batch: string): Promise<Line[]> {
  const { json } = await callAdminApi<{ links: Line[] }>('GET', `/links?batch=${batch}&max=100`, { realm });
  return json.links;
}
