/** How the administrators' pages are served: under which policy, from where, and only in realms with their client. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '../../../provider-scripts/src/realm/language/languages.ts';
import { admin, setRealmName } from '../../support/admin.ts';

const { baseUrl, serverUrl } = inject('site');
const PAGE = `${baseUrl}/linkgate`;
const REALM = 'linkgate';

/** The directives of a page's policy, by name. */
async function policyOf(address: string): Promise<Record<string, string>> {
  const { headers } = await fetch(address);
  return Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...rest] = directive.split(' ');
      return [name, rest.join(' ')];
    }),
  );
}

/** The URLs in a page's attributes. */
function named(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, address = '']) => address);
}

describe('the application', () => {
  test('runs its own script and style sheet and nothing else, and can’t be framed', async () => {
    const html = await (await fetch(PAGE)).text();
    const [script = ''] = named(html, 'src');
    const [icon = '', style = ''] = named(html, 'href');
    expect(script).toMatch(
      new RegExp(`^${serverUrl}/resources/\\w+/login/linkgate/admin-pages/app-[A-Z0-9]{8}\\.js$`),
    );
    expect(await policyOf(PAGE)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'script-src': script,
      'style-src': style,
      'img-src': `${serverUrl}/resources/ ${baseUrl}/logos/`,
      'connect-src': `${baseUrl}/ ${serverUrl}/admin/realms/${REALM}/`,
      'frame-src': `${baseUrl}/`,
      'form-action': `${baseUrl}/`,
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    for (const address of [script, style, icon]) expect((await fetch(address)).status, address).toBe(200);
  });

  test('has no inline code, and its own headers instead of Keycloak’s', async () => {
    const response = await fetch(PAGE);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test('states in every language that it needs scripts', async () => {
    const html = await (await fetch(PAGE)).text();
    const languages = named(/<noscript>.*<\/noscript>/s.exec(html)?.[0] ?? '', 'lang');
    expect(languages).toEqual(LANGUAGES.map(({ tag }) => tag));
    const { supportedLocales = [] } = (await (await admin()).realms.findOne({ realm: REALM })) ?? {};
    expect(languages.toSorted()).toEqual(supportedLocales.toSorted());
  });

  test('escapes the realm’s name', async () => {
    const restore = await setRealmName('"><img src=x onerror=alert(1)>&');
    try {
      const html = await (await fetch(PAGE)).text();
      expect(html).toContain('data-realm-name="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;"');
      expect(html).not.toContain('<img');
    } finally {
      await restore();
    }
  });

  test('accepts GET and HEAD only', async () => {
    const response = await fetch(PAGE, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${PAGE}/other`)).status).toBe(404);
  });
});

test('has files that browsers cache and rate limits don’t count', async () => {
  const [script = ''] = named(await (await fetch(PAGE)).text(), 'src');
  const response = await fetch(script);
  expect(response.headers.get('cache-control')).toMatch(/max-age=\d{6,}/);
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect([...response.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  // A file of the same name in another version of Keycloak is served, too.
  expect((await fetch(script.replace(/\/resources\/\w+\//, '/resources/00000/'))).status).toBe(200);
});

describe('the frames', () => {
  test('for renewing tokens run one script, and can be framed by these pages only', async () => {
    const [script = ''] = named(await (await fetch(`${PAGE}/silent`)).text(), 'src');
    expect(script).toContain('/admin-pages/silent-');
    expect(await policyOf(`${PAGE}/silent`)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'script-src': script,
      'form-action': "'none'",
      'frame-ancestors': serverUrl,
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  test('for previews are sandboxed without scripts, and load images from anywhere', async () => {
    expect(await (await fetch(`${PAGE}/preview`)).text()).not.toContain('<script');
    expect(await policyOf(`${PAGE}/preview`)).toEqual({
      sandbox: 'allow-same-origin',
      'default-src': "'none'",
      'base-uri': "'none'",
      'style-src': `'unsafe-inline' ${serverUrl}/resources/`,
      'img-src': `https: data: ${serverUrl}/resources/ ${baseUrl}/logos/`,
      'font-src': `${serverUrl}/resources/`,
      'form-action': "'none'",
      'frame-ancestors': serverUrl,
    });
  });
});

describe('the client of these pages', () => {
  let undo: (() => Promise<void>) | null = null;
  afterEach(async () => {
    await undo?.();
    undo = null;
  });

  /** Disables the client; `undo` enables it. */
  async function switchOff(): Promise<void> {
    const api = await admin();
    const [client] = await api.clients.find({ realm: REALM, clientId: 'linkgate-admin' });
    const id = client?.id ?? '';
    undo = async () => {
      await (await admin()).clients.update({ realm: REALM, id }, { ...client, enabled: true });
    };
    await api.clients.update({ realm: REALM, id }, { ...client, enabled: false });
  }

  test.each([['application/json'], ['text/html']])(
    'while it is disabled, nothing is served: %s',
    async (accept) => {
      const responseOf = async (path: string) => {
        const response = await fetch(`${baseUrl}/${path}`, { headers: { accept } });
        const body = (await response.text())
          .replaceAll(`${baseUrl}/${path}`, '')
          .replace(/\b(tab_id|execution)=[^"&]*/g, '');
        return { status: response.status, type: response.headers.get('content-type'), body };
      };
      await switchOff();
      const nothing = await responseOf('no-such-resource');
      expect(nothing.status).toBe(404);
      for (const path of ['linkgate', 'linkgate/silent', 'linkgate/preview'])
        expect(await responseOf(path), path).toEqual(nothing);
    },
  );

  test('is seeded for these addresses alone, and with the roles that the pages use', async () => {
    const api = await admin();
    const [client] = await api.clients.find({ realm: REALM, clientId: 'linkgate-admin' });
    expect(client).toMatchObject({
      publicClient: true,
      fullScopeAllowed: false,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: false,
      rootUrl: `\${authBaseUrl}`,
      baseUrl: `/realms/${REALM}/linkgate`,
      redirectUris: expect.arrayContaining([`/realms/${REALM}/linkgate`, `/realms/${REALM}/linkgate/silent`]),
    });
    expect(client?.redirectUris).toHaveLength(2);
    const [management] = await api.clients.find({ realm: REALM, clientId: 'realm-management' });
    const mapped = await api.clients.listClientScopeMappings({
      realm: REALM,
      id: client?.id ?? '',
      client: management?.id ?? '',
    });
    expect(mapped.map(({ name }) => name).sort()).toEqual([
      'manage-clients',
      'manage-realm',
      'manage-users',
      'view-clients',
      'view-realm',
      'view-users',
    ]);
  });
});
