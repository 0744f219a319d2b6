/** Limits by the admin API: their values, what a change would reject, and the status of one caller (contract, section 4.15). */
import { afterEach, describe, expect, test } from 'vitest';
import { SETTABLE } from '../../../provider-scripts/src/platform/limits/limits.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { newAddress } from '../../support/email.ts';
import { newCaller } from '../../support/from-address.ts';
import { requestLinkFrom } from '../../support/limits.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

interface Limits {
  limits: { name: string; value: { count: number; seconds: number }; problem: string | null }[];
  exempt: string[];
  version: string;
}
interface LimitStatuses {
  statuses: { limit: string; calls: number; remaining: number; reset_seconds: number; exhausted: boolean }[];
}

async function change(body: object, query = '') {
  return await callAdminApi<Limits & { would_reject: Record<string, number>; details?: { field: string }[] }>(
    'PUT',
    `/limits${query}`,
    { body },
  );
}
async function limitStatus(body: object, limit: string) {
  const { json } = await callAdminApi<LimitStatuses>('POST', '/limits/lookup', { body });
  return json.statuses.find((one) => one.limit === limit);
}

describe('the limits', () => {
  test('are changed for the next request, and reset to their defaults', async () => {
    undo.push(await storeAdminEvents('linkgate'));
    const since = Date.now();
    const value = { count: 1, seconds: 600 };
    const { status, json } = await change({ limits: { 'link-email': value } });
    expect([status, json.limits.find(({ name }) => name === 'link-email')?.value]).toEqual([200, value]);
    const [email, caller] = [newAddress(), newCaller()];
    expect((await requestLinkFrom(caller, email)).status).toBe(200);
    expect((await requestLinkFrom(caller, email)).status).toBe(429);
    await change({ limits: { 'link-email': null } });
    expect((await requestLinkFrom(caller, email)).status).toBe(200);
    const { json: now } = await callAdminApi<Limits>('GET', '/limits');
    expect(now.limits.find(({ name }) => name === 'link-email')).toMatchObject({
      value: SETTABLE['link-email'].fallback,
      problem: null,
    });
    const events = await adminEventsSince('linkgate', since);
    expect(events.filter(({ resourcePath }) => resourcePath === 'linkgate/limits')).toHaveLength(2);
  });

  test('are simulated first: what a change would have rejected is reported, and nothing changes', async () => {
    const { json: before } = await callAdminApi<Limits>('GET', '/limits');
    const [email, caller] = [newAddress(), newCaller()];
    for (let i = 0; i < 4; i++) expect((await requestLinkFrom(caller, email)).status).toBe(200);
    const { json: none } = await change({}, '?dry_run=true');
    const few = {
      limits: { 'link-email': { count: 1, seconds: 3600 }, 'link-ip': { count: 3, seconds: 3600 } },
    };
    const { json } = await change(few, '?dry_run=true');
    expect(
      (json.would_reject['link-email'] ?? 0) - (none.would_reject['link-email'] ?? 0),
    ).toBeGreaterThanOrEqual(3);
    expect((json.would_reject['link-ip'] ?? 0) - (none.would_reject['link-ip'] ?? 0)).toBeGreaterThanOrEqual(
      1,
    );
    expect(none.would_reject).toEqual({ 'link-email': 0, 'link-ip': 0 });
    expect((await callAdminApi<Limits>('GET', '/limits')).json).toEqual(before);
  });

  test('are changed by one of several administrators who saw the same ones', async () => {
    undo.push(async () => change({ limits: { session: null } }));
    const { version } = (await callAdminApi<Limits>('GET', '/limits')).json;
    const counts = [31, 32, 33, 34];
    const changes = await Promise.all(
      counts.map(async (count) => change({ version, limits: { session: { count, seconds: 60 } } })),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const first = counts[changes.findIndex(({ status }) => status === 200)];
    const now = (await callAdminApi<Limits>('GET', '/limits')).json;
    expect(now.limits.find(({ name }) => name === 'session')?.value.count).toBe(first);
    const late = { version, limits: { 'link-ip': null } };
    const dryRun = await change(late, '?dry_run=true');
    expect([dryRun.status, dryRun.json]).toMatchObject([409, { id: 'limits-changed' }]);
    expect((await change({ ...late, version: now.version })).status).toBe(200);
  });

  test.each([
    [{ version: 7 }, 'version'],
    [{ limits: { 'link-email': { count: 0, seconds: 60 } } }, 'limits.link-email'],
    [{ limits: { 'link-ip': { count: 1001, seconds: 60 } } }, 'limits.link-ip'],
    [{ limits: { general: { count: 1 } } }, 'limits.general'],
    [{ limits: { session: '1/60' } }, 'limits.session'],
    [{ limits: { other: null } }, 'limits.other'],
    [{ limits: [] }, 'limits'],
    [{ exempt: ['10.0.0.0/8, 0.0.0.0/0'] }, 'exempt'],
    [{ exempt: ['<script>'] }, 'exempt'],
    [{ exempt: '10.0.0.0/8' }, 'exempt'],
  ])('reject %j', async (body, field) => {
    const { status, json } = await change(body);
    expect([status, json.details?.[0]?.field]).toEqual([400, field]);
  });
});

describe('one caller', () => {
  test('is looked up by address and by network, and its calls are reset', async () => {
    undo.push(await storeAdminEvents('linkgate'));
    const since = Date.now();
    const [email, caller] = [newAddress(), newCaller()];
    for (let i = 0; i < 2; i++) expect((await requestLinkFrom(caller, email)).status).toBe(200);
    expect(await limitStatus({ email: email.toUpperCase() }, 'link-email')).toMatchObject({
      calls: 2,
      remaining: 18,
    });
    expect(await limitStatus({ ip: caller }, 'link-ip')).toMatchObject({
      calls: 2,
      remaining: 98,
      exhausted: false,
    });
    expect(await limitStatus({ ip: newCaller() }, 'link-ip')).toMatchObject({ calls: 0, reset_seconds: 0 });
    const { json } = await callAdminApi('POST', '/limits/reset', {
      body: { ip: caller, limit: 'link-ip' },
    });
    expect(json).toEqual({ reset: ['link-ip'] });
    expect(await limitStatus({ ip: caller }, 'link-ip')).toMatchObject({ calls: 0 });
    expect(await limitStatus({ email }, 'link-email')).toMatchObject({ calls: 2 });
    const again = await callAdminApi('POST', '/limits/reset', { body: { ip: caller } });
    expect(again.json).toEqual({ reset: [] });
    const events = await adminEventsSince('linkgate', since);
    const mine = events.filter(({ resourceType }) => (resourceType as string) === 'LINKGATE_LIMIT');
    expect(mine).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  test.each([
    [{}, 'email'],
    [{ email: 'a@example.com', ip: '10.0.0.1' }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ ip: '10.0.0' }, 'ip'],
    [{ ip: '10.0.0.1', limit: 'link-email' }, 'limit'],
  ])('isn’t looked up by %j', async (body, field) => {
    const { status, json } = await callAdminApi<{ details: { field: string }[] }>('POST', '/limits/lookup', {
      body,
    });
    expect([status, json.details[0]?.field]).toEqual([400, field]);
  });
});
