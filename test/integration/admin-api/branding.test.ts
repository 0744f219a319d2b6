/** Branding of a client by the admin API: set, previewed, and sent to the requesting administrator (contract, sections 4.15 and 6.2). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { admin, setMailPort, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { authUrl } from '../../support/authorization.ts';
import { type Backend, makeBackend } from '../../support/backend-links.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PICTURE } from '../../support/picture.ts';
import { openLink } from '../../support/sign-in.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';

const REALM = 'linkgate';
const MARKUP = `<img src=x onerror=alert(1)>"'\${7*7}`;
const BRANDING = {
  logo: 'https://cdn.example/logo.png',
  primary_color: '#c02040',
  background_color: '#fff7e0',
  text: MARKUP,
  subject: 'In you go',
  sender_name: 'Shop & Co',
};

interface BrandingResponse {
  branding: Record<string, unknown>;
  version: string;
  logo_url: string | null;
  defaults: Record<string, string | null>;
  id?: string;
  contrast: { what: string; ratio: number; sufficient: boolean }[];
  details?: { field: string }[];
}
interface Preview {
  subject: string;
  html: string;
  text: string;
  page: string;
  contrast: object[];
}

let client: OwnClient;
let at = '';
let manager: Backend;
const email = newAddress('manager');
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  client = await makeClient({ name: `${MARKUP} shop` });
  const [found] = await (await admin()).clients.find({ realm: REALM, clientId: client.client_id });
  at = `/clients/${found?.id}/branding`;
  manager = await makeBackend(['manage-clients']);
  await (await admin()).users.update({ realm: REALM, id: manager.userId }, { email });
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(async () => {
  await manager.remove();
  await client.remove();
});

const versionAt = async (path: string) => (await callAdminApi<BrandingResponse>('GET', path)).json.version;
const setAt = async (path: string, body: object) =>
  await callAdminApi<BrandingResponse>('PUT', path, { body: { version: await versionAt(path), ...body } });
const set = async (body: object) => await setAt(at, body);
const preview = async (body: object) => await callAdminApi<Preview>('POST', `${at}/preview`, { body });

test('sets branding as a whole, and logs an admin event', async () => {
  undo.push(await storeAdminEvents(REALM));
  const since = Date.now();
  const { status, json } = await set(BRANDING);
  expect([status, json.branding]).toEqual([200, { ...BRANDING, translations: {} }]);
  const { json: part } = await set({ primary_color: '#777777', text: '', logo: null });
  expect(part.branding).toEqual({
    ...Object.fromEntries(Object.keys(BRANDING).map((name) => [name, null])),
    primary_color: '#777777',
    translations: {},
  });
  expect((await callAdminApi<BrandingResponse>('GET', at)).json).toEqual(part);
  expect(await adminEventsSince(REALM, since)).toHaveLength(2);
});

test('is changed only as it was shown: what another administrator saved meanwhile stays', async () => {
  const { json: seen } = await set({ primary_color: '#004d40' });
  await set({ primary_color: '#c2185b' });
  const late = { subject: 'In', version: seen.version };
  const { status, json } = await callAdminApi<BrandingResponse>('PUT', at, { body: late });
  expect([status, json.id]).toEqual([409, 'branding-changed']);
  const { branding } = (await callAdminApi<BrandingResponse>('GET', at)).json;
  expect([branding.primary_color, branding.subject]).toEqual(['#c2185b', null]);
  const without = await callAdminApi<BrandingResponse>('PUT', at, { body: { subject: 'In' } });
  expect([without.status, without.json.details?.map(({ field }) => field)]).toEqual([400, ['version']]);
});

describe('the realm’s branding', () => {
  test('applies where the client has none, also in emails and on pages', async () => {
    undo.push(await storeAdminEvents(REALM));
    const since = Date.now();
    undo.push(() => setAt('/branding', {}));
    await set({ text: 'Own words' });
    const realm = { primary_color: '#00695c', text: 'Words of all', sender_name: 'All shops' };
    const { status, json } = await setAt('/branding', realm);
    expect([status, json.defaults.primary_color]).toEqual([200, '#2347c5']);
    const { defaults } = (await callAdminApi<BrandingResponse>('GET', at)).json;
    expect(defaults).toMatchObject({ ...realm, background_color: '#eef0f5' });
    const shown = (await preview({})).json;
    for (const part of [shown.html, shown.page]) {
      expect(part).toContain('#00695c');
      expect(part).toContain('Own words');
      expect(part).not.toContain('Words of all');
    }
    const page = await (await fetch(authUrl(client), { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('#00695c');
    const ofRealm = await callAdminApi<Preview>('POST', '/branding/preview', { body: {} });
    expect(ofRealm.json.html).toContain('Words of all');
    const events = await adminEventsSince(REALM, since);
    expect(events.map(({ resourceType, resourcePath }) => [resourceType, resourcePath])).toContainEqual([
      'REALM',
      'linkgate/branding',
    ]);
  });
});

test('texts are in the language of the page and the email, else in the realm’s own', async () => {
  const branding = {
    text: 'Welcome',
    subject: 'Your link',
    translations: { de: { text: 'Willkommen', subject: 'Ihr Link' } },
  };
  await set(branding);
  const { json: german } = await preview({ locale: 'de' });
  expect([german.subject, german.html.includes('Willkommen'), german.page.includes('Willkommen')]).toEqual([
    'Ihr Link',
    true,
    true,
  ]);
  const { json: french } = await preview({ locale: 'fr' });
  expect([french.subject, french.html.includes('Welcome'), french.page.includes('Welcome')]).toEqual([
    'Your link',
    true,
    true,
  ]);
});

describe('an uploaded logo', () => {
  const upload = async (content: unknown, path = at) =>
    await callAdminApi<{ logo: string; logo_url: string; details?: { field: string; id: string }[] }>(
      'POST',
      `${path}/logo`,
      { body: { content } },
    );

  test('is served by this server, cacheable and as nothing but a picture', async () => {
    const { status, json } = await upload(PICTURE);
    expect(status).toBe(201);
    expect((await set({ logo: json.logo })).json.logo_url).toBe(json.logo_url);
    const served = await fetch(json.logo_url);
    expect([served.status, Buffer.from(await served.arrayBuffer()).toString('base64')]).toEqual([
      200,
      PICTURE,
    ]);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await fetch(json.logo_url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(json.logo_url, { method: 'POST' })).status).toBe(405);
    const shown = (await preview({})).json;
    for (const part of [shown.html, shown.page]) expect(part).toContain(`src="${json.logo_url}"`);
    // Emails that were sent with it still show it.
    await set({});
    expect((await fetch(json.logo_url)).status).toBe(200);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'picture'],
    ['no Base64', 'x', 'picture'],
    ['no text', 7, 'picture'],
    ['131,073 bytes', Buffer.alloc(131_073).toString('base64'), 'body-too-large'],
  ])('is rejected if it is %s', async (_, content, id) => {
    const { status, json } = await upload(content);
    expect([status, json.details?.map((one) => [one.field, one.id])]).toEqual([400, [['content', id]]]);
  });

  test('of another client, or one that doesn’t exist, can’t be saved', async () => {
    const { json: realm } = await upload(PICTURE, '/branding');
    const { json: own } = await upload(PICTURE);
    const unknown = `uploaded:${'a'.repeat(43)}`;
    for (const [path, logos] of [
      [at, [realm.logo, unknown]],
      ['/branding', [own.logo, unknown]],
    ] as const) {
      const { json: before } = await callAdminApi<BrandingResponse>('GET', path);
      for (const logo of logos) {
        const { status, json } = await setAt(path, { logo, text: 'With a logo' });
        expect([status, json.details?.map(({ field }) => field)]).toEqual([400, ['logo']]);
      }
      expect((await callAdminApi<BrandingResponse>('GET', path)).json).toEqual(before);
    }
  });

  test('that isn’t known is 404', async () => {
    const base = (await upload(PICTURE)).json.logo_url.replace(/[^/]+$/, '');
    for (const id of ['', 'x', 'a'.repeat(43)]) expect((await fetch(base + id)).status).toBe(404);
  });
});

test('names colours with too little contrast', async () => {
  const { json } = await set({ primary_color: '#f8f8f8' });
  expect(json.contrast.map(({ what, sufficient }) => [what, sufficient])).toEqual([
    ['text-on-primary', true],
    ['primary-on-light', false],
    ['primary-on-dark', true],
  ]);
});

test.each([
  [{ logo: 'http://cdn.example/logo.png' }, 'logo'],
  [{ logo: 'https://cdn.example/"><script>' }, 'logo'],
  [{ primary_color: 'red;background:url(x)' }, 'primary_color'],
  [{ subject: 'one\r\nBcc: other@example.com' }, 'subject'],
  [{ text: 7 }, 'text'],
  [{ sender_name: 'x'.repeat(101) }, 'sender_name'],
])('rejects %j, naming the field, and changes nothing', async (body, field) => {
  const before = (await callAdminApi<BrandingResponse>('GET', at)).json;
  const { status, json } = await set({ ...BRANDING, ...body });
  expect([status, json.details?.map((one) => one.field)]).toEqual([400, [field]]);
  expect((await callAdminApi<BrandingResponse>('GET', at)).json).toEqual(before);
  const shown = await callAdminApi<BrandingResponse>('POST', `${at}/preview`, { body: { branding: body } });
  expect([shown.status, shown.json.details?.[0]?.field]).toEqual([400, `branding.${field}`]);
});

describe('a preview', () => {
  test('shows branding that isn’t saved, and its markup as text', async () => {
    const before = (await callAdminApi<BrandingResponse>('GET', at)).json;
    const { status, json } = await preview({ branding: BRANDING });
    expect([status, json.subject]).toEqual([200, BRANDING.subject]);
    for (const shown of [json.html, json.page]) {
      expect(shown).toContain(BRANDING.logo);
      expect(shown).toContain(BRANDING.primary_color);
      expect(shown).toContain('&lt;img src=x');
      expect(shown).not.toContain('<img src=x');
    }
    expect(json.text).toContain(MARKUP);
    expect((await callAdminApi<BrandingResponse>('GET', at)).json).toEqual(before);
  });

  test.each([
    ['ar', 'dir="rtl"'],
    ['de', 'dir="ltr"'],
  ])('is in the language %s', async (locale, direction) => {
    const { json } = await preview({ branding: {}, locale });
    for (const shown of [json.html, json.page]) {
      expect(shown).toContain(`lang="${locale}"`);
      expect(shown).toContain(direction);
    }
  });

  test.each([
    [{ branding: [] }, 'branding'],
    [{ branding: {}, locale: '"><b>' }, 'locale'],
  ])('is rejected for %j', async (body, field) => {
    const { status, json } = await callAdminApi<BrandingResponse>('POST', `${at}/preview`, { body });
    expect([status, json.details?.[0]?.field]).toEqual([400, field]);
  });
});

describe('a test email', () => {
  const send = async (token: string) =>
    await callAdminApi('POST', `${at}/test-email`, { body: { branding: BRANDING }, token });

  test('is sent to the requesting administrator, and signs no user in', async () => {
    expect((await send(manager.token)).json).toEqual({ email });
    const message = await emailTo(email);
    expect(message.subject).toBe(BRANDING.subject);
    const [link = ''] = /https?:\S+\/verify-email\S*/.exec(message.text) ?? [];
    expect(link).not.toContain('token=');
    expect(await openLink(link)).toBe(401);
  });

  test('of the realm is as users get it, for those who manage the realm, and counts under the same limit', async () => {
    const other = await makeBackend(['manage-realm']);
    undo.push(other.remove);
    const address = newAddress('realm');
    await (await admin()).users.update({ realm: REALM, id: other.userId }, { email: address });
    const sent = async (token: string) => await callAdminApi('POST', '/test-email', { token });
    expect((await sent(manager.token)).status).toBe(403);
    undo.push(await setRealmAttributes({ 'linkgate.limit.link-email': '1/3600' }));
    expect((await sent(other.token)).json).toEqual({ email: address });
    const [link = ''] = /https?:\S+\/verify-email\S*/.exec((await emailTo(address)).text) ?? [];
    expect(await openLink(link)).toBe(401);
    expect((await sent(other.token)).status).toBe(429);
  });

  test('isn’t sent without an address, nor if the mail server rejects it, which doesn’t count', async () => {
    const other = await makeBackend(['manage-clients']);
    undo.push(other.remove);
    expect((await send(other.token)).status).toBe(400);
    const stub = await startSmtpStub({ RCPT: '550 no' });
    undo.push(async () => stub.close());
    undo.push(await setMailPort(stub.port));
    const calls = async () => {
      const status = await callAdminApi<{ statuses: { limit: string; calls: number }[] }>(
        'POST',
        '/limits/lookup',
        { body: { email } },
      );
      return status.json.statuses.find(({ limit }) => limit === 'link-email')?.calls;
    };
    const before = await calls();
    expect((await send(manager.token)).status).toBe(503);
    expect(await calls()).toBe(before);
  });
});
