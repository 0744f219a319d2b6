/** What administrators see of an email's way on a running server: from its request to the use of its link, and what they can do about it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { linkOnWire } from '../../scripts/server/link-on-wire.ts';
import { admin, setLinkSettings, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../support/admin-events.ts';
import { Agent } from '../support/agent.ts';
import { makeBackend } from '../support/backend-links.ts';
import { linkId, newAddress } from '../support/email.ts';
import { reportOf } from '../support/email-reports.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { mailServer, onTestEnd, requestForEmail, undoAfterEach, use } from '../support/mail-stubs.ts';
import { PATIENT } from '../support/patience.ts';
import {
  bounceBy,
  lastLink,
  lookUp,
  report,
  reportingRoute,
  SIGNERS,
  sendBy,
  setRoutes,
  startService,
  statesOf,
  untilStates,
} from '../support/reporting-service.ts';
import { follow, openLink } from '../support/sign-in.ts';
import { LINK, makeStepRealm, startSignIn } from '../support/step-realm.ts';

const REALM = 'linkgate';
const { clients } = inject('site');
const { web } = clients;

undoAfterEach();
beforeAll(async () => {
  await storeEvents(REALM);
  await storeAdminEvents(REALM);
});

const lineOf = async (email: string) => (await lookUp(email)).emails[0];
const resend = (id: string, route: unknown, token?: string, realm?: string) =>
  callAdminApi<{ id: string; code?: string }>('POST', `/links/${id}/resend`, {
    body: { route },
    ...(token === undefined ? {} : { token }),
    ...(realm === undefined ? {} : { realm }),
  });

/** Two routes, the second of which gets what the first one doesn't. */
async function twoRoutes(email = newAddress()) {
  const [first, second] = [await mailServer(), await mailServer()];
  await use(first);
  await setRoutes(`smtp; backup smtp host=127.0.0.1 port=${second.port} tls=none`);
  expect(await requestForEmail(email)).toBe(200);
  const link = linkOnWire(first.messages[0] ?? '');
  return { first, second, email, link, id: linkId(link) };
}

describe('the line of time of an email', () => {
  test('goes from its request over the report and a scanner to the use of its link', async () => {
    const service = await startService();
    const route = await reportingRoute('resend', service);
    const email = newAddress();
    const id = await sendBy(service, email);
    expect(await lineOf(email)).toMatchObject({
      client_id: web.client_id,
      network: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      route,
      service_id: id,
      scanned_at: null,
      opened_at: null,
      used_at: null,
    });
    const link = lastLink(service);
    const delivered = SIGNERS.resend.sign(reportOf('resend', 'delivered', { id, to: email }));
    expect(await report(route, delivered)).toBe(200);
    await untilStates(email, ['delivered']);
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(204);
    const scanned = await lineOf(email);
    expect(scanned).toMatchObject({ opened_at: null, used_at: null, rejected: null });
    const scannedAt = scanned?.scanned_at ?? 0;
    expect(scannedAt).toBeGreaterThanOrEqual(scanned?.sent_at ?? Number.POSITIVE_INFINITY);
    await follow(link);
    const used = await lineOf(email);
    expect(used?.scanned_at).toBe(scannedAt);
    expect(used?.opened_at ?? 0).toBeGreaterThanOrEqual(scannedAt);
    expect(used?.used_at ?? 0).toBeGreaterThanOrEqual(used?.opened_at ?? Number.POSITIVE_INFINITY);
    expect((await new Agent().open(link)).status).toBe(401);
    const again = await lineOf(email);
    expect([again?.opened_at, again?.used_at, again?.rejected]).toEqual([
      used?.opened_at,
      used?.used_at,
      'used',
    ]);
  });

  test('has what happened to the link before its email was stored, while the service had it', async () => {
    const service = await startService();
    await reportingRoute('resend', service);
    const email = newAddress();
    let release = () => {};
    service.hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requested = requestForEmail(email);
    await vi.waitFor(() => expect(service.bodies).toHaveLength(1), PATIENT);
    const link = lastLink(service);
    for (let again = 0; again < 2; again++) expect((await fetch(link, { method: 'HEAD' })).status).toBe(204);
    await follow(link);
    expect((await lookUp(email)).emails).toEqual([]);
    release();
    expect(await requested).toBe(200);
    const line = await lineOf(email);
    const storedAt = (line?.sent_at ?? 0) + (line?.millis ?? 0);
    const steps = [line?.sent_at, line?.scanned_at, line?.opened_at, storedAt].map(Number);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect(line).toMatchObject({ used_at: expect.any(Number), rejected: null, link_state: 'used' });
    await new Agent().open(link);
    await fetch(link, { method: 'HEAD' });
    expect(await lineOf(email)).toEqual({ ...line, rejected: 'used', rejected_at: expect.any(Number) });
  });

  test('of a forged link is none, and tells of nobody else', async () => {
    const service = await startService();
    await reportingRoute('resend', service);
    const email = newAddress();
    await sendBy(service, email);
    const link = lastLink(service);
    const forged = `${link.slice(0, -4)}${link.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    await fetch(forged, { method: 'HEAD' });
    await new Agent().open(forged);
    expect(await lineOf(email)).toMatchObject({ scanned_at: null, opened_at: null, rejected: null });
  });

  test('is the row of the link while no route reports', async () => {
    const email = newAddress();
    expect(await requestForEmail(email)).toBe(200);
    const { emails, links, routes } = await lookUp(email);
    expect([emails, routes]).toEqual([[], []]);
    expect(links).toEqual([
      expect.objectContaining({ client_id: web.client_id, state: 'issued', used_at: null }),
    ]);
  });

  test('goes with the account', async () => {
    const service = await startService();
    await reportingRoute('resend', service);
    const email = newAddress();
    const { users } = await admin();
    const { id } = await users.create({ realm: REALM, username: email, email, enabled: true });
    await sendBy(service, email);
    await openLink(lastLink(service));
    expect((await lineOf(email))?.used_at).not.toBeNull();
    await users.del({ realm: REALM, id });
    expect(await lookUp(email)).toMatchObject({ emails: [], links: [] });
  });
});

test('a bounced address sees the whole way: sign-in, bounce, suppression, lifting, the next email', async () => {
  const service = await startService();
  const route = await reportingRoute('postmark', service);
  const email = newAddress();
  await sendBy(service, email);
  await follow(lastLink(service));
  const id = await sendBy(service, email);
  const words = '550 <img src=x onerror=alert(1)> & "unknown"';
  const bounced = reportOf('postmark', 'bounced', { id, to: email }).replace(
    /"Details":"[^"]*"/,
    () => `"Details":${JSON.stringify(words)}`,
  );
  expect(await report(route, SIGNERS.postmark.sign(bounced))).toBe(200);
  await untilStates(email, ['bounced', 'accepted']);
  const [line] = (await lookUp(email)).emails;
  expect(line).toMatchObject({ words, service_id: id, used_at: null });
  expect(await requestForEmail(email)).toBe(200);
  expect(service.sent).toHaveLength(2);
  expect(await lineOf(email)).toMatchObject({ state: 'suppressed', service_id: null, route });
  const { suppression } = await lookUp(email);
  const lifted = await callAdminApi('POST', `/email-suppressions/${suppression?.id}/lift`, {
    body: { reason: 'The mailbox is there again' },
  });
  expect(lifted.status).toBe(204);
  await sendBy(service, email);
  await follow(lastLink(service));
  expect(await statesOf(email)).toEqual(['accepted', 'suppressed', 'bounced', 'accepted']);
  expect((await lineOf(email))?.used_at).not.toBeNull();
});

describe('a link is resent by another route', () => {
  test('to its user, in place of the first one, with an event that has no token', async () => {
    const { first, second, email, link, id } = await twoRoutes();
    expect((await lookUp(email)).routes).toEqual(['smtp', 'backup']);
    const since = Date.now();
    const response = await resend(id, 'backup');
    expect(response.status).toBe(200);
    expect(Object.keys(response.json)).toEqual(['id']);
    expect([first.messages.length, second.messages.length]).toEqual([1, 1]);
    const again = linkOnWire(second.messages[0] ?? '');
    expect(linkId(again)).toBe(response.json.id);
    expect(second.messages[0]).toContain(email);
    const [sent] = await eventsSince(REALM, since, 'link_sent');
    expect(sent?.details).toMatchObject({ route: 'backup' });
    const told = (await adminEventsSince(REALM, since)).filter(
      ({ resourceType }) => resourceType === 'LINKGATE_LINK',
    );
    expect(told.map(({ resourcePath }) => resourcePath)).toEqual([`linkgate/links/${id}/resend`]);
    expect(JSON.parse(told[0]?.representation ?? '')).toEqual({
      route: 'backup',
      link: response.json.id,
      sent: true,
    });
    expect((await new Agent().open(link)).status).toBe(401);
    expect(await openLink(again)).toBe(302);
    const { links } = await lookUp(email);
    expect(links.map(({ state }) => state).sort()).toEqual(['superseded', 'used']);
  });

  test('never leaves two live links, however often and at once', async () => {
    const { second, email, id } = await twoRoutes();
    const all = await Promise.all([resend(id, 'backup'), resend(id, 'backup'), resend(id, 'smtp')]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(second.messages).toHaveLength(2);
    const { links } = await lookUp(email);
    expect(links.filter(({ state }) => state === 'issued')).toHaveLength(1);
  });

  test('counts as a link to the address, and ends nothing when there were too many', async () => {
    const { second, email, id } = await twoRoutes();
    onTestEnd(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
    expect((await resend(id, 'backup')).status).toBe(429);
    expect(second.messages).toEqual([]);
    expect((await lookUp(email)).links.map(({ state }) => state)).toEqual(['issued']);
  });

  test('only by who may manage users, of this realm, and by a route that it has', async () => {
    const { second, id } = await twoRoutes();
    const viewer = await makeBackend(['view-users', 'view-realm', 'manage-realm']);
    const stranger = await makeBackend([]);
    const manager = await makeBackend(['manage-users']);
    onTestEnd(async () => {
      for (const one of [viewer, stranger, manager]) await one.remove();
    });
    for (const { token } of [viewer, stranger]) expect((await resend(id, 'backup', token)).status).toBe(403);
    expect((await resend(id, 'backup', manager.token, 'linkgate-beta')).status).toBe(403);
    expect((await resend(id, 'backup', undefined, 'linkgate-beta')).status).toBe(404);
    expect((await resend(randomUUID(), 'backup', manager.token)).status).toBe(404);
    for (const wrong of ['', 'other', 1, null])
      expect((await resend(id, wrong, manager.token)).status).toBe(400);
    expect(second.messages).toEqual([]);
    expect((await resend(id, 'backup', manager.token)).status).toBe(200);
  });

  test('not once it was used, by a single route, or to an address that gets no emails', async () => {
    const { second, link, id } = await twoRoutes();
    await follow(link);
    expect((await resend(id, 'backup')).status).toBe(409);
    expect(second.messages).toEqual([]);
    const service = await startService();
    const route = await reportingRoute('postmark', service, '; smtp');
    const email = newAddress();
    await bounceBy(service, route, 'postmark', email);
    const [bounced] = (await lookUp(email)).links;
    expect((await resend(bounced?.id ?? '', 'smtp')).status).toBe(409);
    await setRoutes('smtp');
    expect((await resend(bounced?.id ?? '', 'smtp')).status).toBe(400);
  });

  test('to the account that it was for', async () => {
    const { second, email, id } = await twoRoutes();
    const { users } = await admin();
    await users.create({ realm: REALM, username: email, email, enabled: true });
    expect((await resend(id, 'backup')).status).toBe(409);
    expect(second.messages).toEqual([]);
  });

  test.each<[string, (user: string, link: string) => Promise<unknown>]>([
    ['it was revoked', (_, link) => callAdminApi('POST', `/links/${link}/revoke`)],
    [
      'its user’s links were revoked',
      (user) => callAdminApi('POST', '/links/revoke', { body: { user_id: user } }),
    ],
    [
      'what its user had was revoked by “not before”',
      async (id) => await (await admin()).users.logout({ realm: REALM, id }),
    ],
    [
      'its account is disabled',
      async (id) => await (await admin()).users.update({ realm: REALM, id }, { enabled: false }),
    ],
    [
      'its account has another address',
      async (id) => {
        const other = newAddress();
        await (await admin()).users.update({ realm: REALM, id }, { username: other, email: other });
      },
    ],
    ['links are bound to networks now', async () => onTestEnd(await setLinkSettings({ bindIp: 'true' }))],
  ])('not once %s', async (_, end) => {
    const email = newAddress();
    const { users } = await admin();
    const { id: user } = await users.create({ realm: REALM, username: email, email, enabled: true });
    const { second, id } = await twoRoutes(email);
    await end(user, id);
    expect((await resend(id, 'backup')).status).toBe(409);
    expect(second.messages).toEqual([]);
  });

  test('in a stock realm, as long as its step would send it', async () => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
    onTestEnd(() => realm.remove());
    const [second, third] = [await mailServer(), await mailServer()];
    await realm.update({
      attributes: {
        'linkgate.email-routes': [second, third]
          .map(({ port }, index) => `r${index} smtp host=127.0.0.1 port=${port} tls=none`)
          .join('; '),
      },
    });
    const client = await realm.makeClient([{ provider: LINK }]);
    const user = await realm.makeUser();
    const agent = new Agent();
    await agent.submit(await startSignIn(realm, client, agent), { email: user.email, action: 'send' });
    const id = linkId(linkOnWire(second.messages[0] ?? ''));
    const again = await resend(id, 'r1', undefined, realm.name);
    expect([again.status, third.messages.length]).toEqual([200, 1]);
    // The realm still has the step, in another client's flow.
    await realm.makeClient([{ provider: LINK }]);
    await realm.disableSteps(client);
    expect((await resend(again.json.id, 'r0', undefined, realm.name)).status).toBe(409);
    expect([second.messages.length, third.messages.length]).toEqual([1, 1]);
  });
});

test('the emails of another account at the same address before aren’t shown', async () => {
  const service = await startService();
  await reportingRoute('resend', service);
  const email = newAddress();
  const { users } = await admin();
  const { id } = await users.create({ realm: REALM, username: email, email, enabled: true });
  await sendBy(service, email);
  expect((await lookUp(email)).emails).toHaveLength(1);
  const other = newAddress();
  await users.update({ realm: REALM, id }, { username: other, email: other });
  expect((await lookUp(email)).emails).toEqual([]);
  await users.create({ realm: REALM, username: email, email, enabled: true });
  expect((await lookUp(email)).emails).toEqual([]);
});

describe('an address that gets no emails', () => {
  /** A suppressed address, without an account. */
  async function suppressed() {
    const service = await startService();
    const route = await reportingRoute('postmark', service);
    const email = newAddress();
    await bounceBy(service, route, 'postmark', email);
    return { service, email };
  }

  test('gets none of Keycloak’s own either, where the routes send all', async () => {
    const { service, email } = await suppressed();
    onTestEnd(await setRealmAttributes({ 'linkgate.all-emails': 'true' }));
    const { users } = await admin();
    const { id } = await users.create({ realm: REALM, username: email, email, enabled: true });
    const other = newAddress();
    const { id: otherId } = await users.create({
      realm: REALM,
      username: other,
      email: other,
      enabled: true,
    });
    await users.executeActionsEmail({ realm: REALM, id, actions: ['UPDATE_PROFILE'] });
    expect(service.sent).toHaveLength(1);
    expect(await lineOf(email)).toMatchObject({ kind: 'keycloak', state: 'suppressed' });
    await users.executeActionsEmail({ realm: REALM, id: otherId, actions: ['UPDATE_PROFILE'] });
    expect(service.sent).toHaveLength(2);
  });

  test('gets no invitation, and its administrator learns that', async () => {
    const { service, email } = await suppressed();
    onTestEnd(await setRealmAttributes({ 'linkgate.invitations': 'true' }));
    const body = { email, client_id: 'demo-shop' };
    const invited = await callAdminApi<{ id?: string }>('POST', '/invitations', { body });
    expect(invited.status).not.toBe(201);
    expect(service.sent).toHaveLength(1);
  });

  test('gets no test email, and the administrator is not told that it was sent', async () => {
    const { service, email } = await suppressed();
    const backend = await makeBackend(['manage-realm']);
    onTestEnd(async () => await backend.remove());
    await (await admin()).users.update({ realm: REALM, id: backend.userId }, { email });
    const tested = await callAdminApi<{ id: string; values: object }>('POST', '/test-email', {
      token: backend.token,
    });
    expect(tested.status).toBe(503);
    expect(tested.json).toMatchObject({
      id: 'test-email-unsent',
      values: { cause: 'email-address-suppressed' },
    });
    expect(service.sent).toHaveLength(1);
  });
});

test('the overview counts emailed links by mailbox, and what came of them', async () => {
  const service = await startService();
  const route = await reportingRoute('resend', service);
  const email = newAddress();
  onTestEnd(await setRealmAttributes({ 'linkgate.mailbox-hosts': 'example.com' }));
  type Counts = { host: string; sent: number; delivered: number; opened: number; used: number };
  const counts = async () => {
    const { json } = await callAdminApi<{ mailboxes: Counts[]; reports: boolean }>(
      'GET',
      '/overview?span=hour',
    );
    expect(json.reports).toBe(true);
    const found = json.mailboxes.find(({ host }) => host === 'example.com');
    return [found?.sent ?? 0, found?.delivered ?? 0, found?.opened ?? 0, found?.used ?? 0];
  };
  const before = await counts();
  const since = async () => (await counts()).map((count, index) => count - (before[index] ?? 0));
  const id = await sendBy(service, email);
  expect(await since()).toEqual([1, 0, 0, 0]);
  const delivered = SIGNERS.resend.sign(reportOf('resend', 'delivered', { id, to: email }));
  for (const one of [delivered, delivered]) expect(await report(route, one)).toBe(200);
  await untilStates(email, ['delivered']);
  await follow(lastLink(service));
  await new Agent().open(lastLink(service));
  expect(await since()).toEqual([1, 1, 1, 1]);
});
