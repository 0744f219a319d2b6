/** What is told of a sign-in by passkey: to clients by `amr` and `acr`, and to administrators in the overview. */
import { decodeJwt } from 'jose';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { admin, setLinkSettings } from '../../support/admin.ts';
import { callAdminApi } from '../../support/admin-api.ts';
import { CHROMIUM } from '../../support/chromium.ts';
import { newAddress } from '../../support/email.ts';
import {
  createPasskey,
  openDevice,
  openDeviceWithPasskey,
  openSignIn,
  reached,
  signIn,
  useBrowser,
} from '../../support/passkey-devices.ts';
import { exchange, type Tokens } from '../../support/sign-in.ts';

const REALM = 'linkgate';
const { web } = inject('site').clients;

/** Gives the client Keycloak's mapper of `amr`; the returned function removes it. */
async function mapMethods(): Promise<() => Promise<void>> {
  const { clients } = await admin();
  const [client] = await clients.find({ realm: REALM, clientId: web.client_id });
  const id = client?.id ?? '';
  await clients.addProtocolMapper(
    { realm: REALM, id },
    {
      name: 'methods',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-amr-mapper',
      config: { 'id.token.claim': 'true' },
    },
  );
  return async () => {
    const api = await admin();
    const mappers = await api.clients.listProtocolMappers({ realm: REALM, id });
    const mapperId = mappers.find(({ name }) => name === 'methods')?.id ?? '';
    await api.clients.delProtocolMapper({ realm: REALM, id, mapperId });
  };
}

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  const { browser, undo } = useBrowser(mapMethods);

  /** The ID token's claims at the client that a page has reached. */
  async function claimsAt(page: Page) {
    expect(await reached(page)).toBe('client');
    const response = await exchange(new URL(page.url()).searchParams.get('code'), web);
    return decodeJwt(((await response.json()) as Tokens).id_token);
  }

  async function signInsByPasskey(): Promise<number> {
    const { json } = await callAdminApi<{ series: { sign_ins_by_passkey: number[] } }>(
      'GET',
      '/overview?span=hour',
    );
    return json.series.sign_ins_by_passkey.reduce((sum, count) => sum + count, 0);
  }

  test('a passkey is the possession of a key with its user present, and counted as such', async () => {
    const { page } = await openDeviceWithPasskey(browser(), newAddress());
    const before = await signInsByPasskey();
    await openSignIn(page);
    expect(await claimsAt(page)).toMatchObject({ amr: ['pop', 'user'], acr: '1' });
    expect(await signInsByPasskey()).toBe(before + 1);
  });

  test('a link is a one-time secret, also in the sign-in in which a passkey is created, or what the step names', async () => {
    const email = newAddress();
    const { page, authenticator } = await openDevice(browser());
    await createPasskey(page, email);
    expect(await claimsAt(page)).toMatchObject({ amr: ['otp'], acr: '1' });
    const restore = await setLinkSettings({
      'default.reference.value': 'email',
      'default.reference.maxAge': '600',
    });
    undo.push(restore);
    await authenticator.setPresent(false);
    await signIn(page, email);
    expect(await claimsAt(page)).toMatchObject({ amr: ['email'] });
    await authenticator.setPresent(true);
    await page.context().clearCookies();
    await openSignIn(page);
    expect(await claimsAt(page)).toMatchObject({ amr: ['pop', 'user'] });
  });
});
