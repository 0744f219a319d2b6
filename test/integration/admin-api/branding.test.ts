/** Branding of a client by the admin API: set, previewed, and sent to the requesting administrator (contract, sections 4.15 and 6.2). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { admin, setMailPort } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { adminEventsSince, storeAdminEvents } from '../../support/admin-events.ts';
import { type Backend, makeBackend } from '../../support/backend-links.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
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
  branding: Record<string, string | null>;
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

const set = async (body: object) => await callAdminApi<BrandingResponse>('PUT', at, { body });
const preview = async (body: object) => await callAdminApi<Preview>('POST', `${at}/preview`, { body });

test('sets branding as a whole, and logs an admin event', async () => {
  undo.push(await storeAdminEvents(REALM));
  const since = Date.now();
  const { status, json } = await set(BRANDING);
  expect([status, json.branding]).toEqual([200, BRANDING]);
  const { json: part } = await set({ primary_color: '#777777', text: '', logo: null });
  expect(part.branding).toEqual({
    ...Object.fromEntries(Object.keys(BRANDING).map((name) => [name, null])),
    primary_color: '#777777',
  });
  expect((await callAdminApi<BrandingResponse>('GET', at)).json).toEqual(part);
  expect(await adminEventsSince(REALM, since)).toHaveLength(2);
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

  test('isn’t sent without an address, nor if the mail server rejects it, which doesn’t count', async () => {
    const other = await makeBackend(['manage-clients']);
    undo.push(other.remove);
    expect((await send(other.token)).status).toBe(400);
    const stub = await startSmtpStub({ RCPT: '550 no' });
    undo.push(async () => stub.close());
    undo.push(await setMailPort(stub.port));
    const calls = async () => {
      const status = await callAdminApi<{ statuses: { policy: string; calls: number }[] }>(
        'POST',
        '/rate-limits/lookup',
        { body: { email } },
      );
      return status.json.statuses.find(({ policy }) => policy === 'link-email')?.calls;
    };
    const before = await calls();
    expect((await send(manager.token)).status).toBe(503);
    expect(await calls()).toBe(before);
  });
});
