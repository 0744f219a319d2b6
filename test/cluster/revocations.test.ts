/** A revocation outlives what it revokes: it doesn't depend on a row that upkeep removes earlier. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setLinkSettings, setRealmAttributes } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { tokensFrom } from '../support/authorization.ts';
import { requestOnPage } from '../support/check-email-page.ts';
import { onDatabase } from '../support/cluster.ts';
import { enterComparisonCode, requireComparisonCode } from '../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { bearer } from '../support/form.ts';
import { disown, disownLinkIn, NOTICES, newDevice, noticeTo, signInOn } from '../support/new-device.ts';
import type { OwnClient } from '../support/own-client.ts';
import { sessionOf } from '../support/session-api.ts';
import { exchange, follow, linkFor, submitConsent } from '../support/sign-in.ts';
import {
  makeStayingClient,
  type RefreshableTokens,
  refresh,
  refreshableFrom,
} from '../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const MODES = ['off', 'session', '30'] as const;

const restores: (() => Promise<void>)[] = [];
let own: Record<(typeof MODES)[number], OwnClient>;
beforeAll(async () => {
  restores.push(await setLinkSettings({ crossDevice: 'true' }));
  restores.push(await setRealmAttributes({ [NOTICES]: 'true' }));
  const made = await Promise.all(MODES.map(async (mode) => [mode, await makeStayingClient(mode)] as const));
  own = Object.fromEntries(made) as typeof own;
});
afterAll(async () => {
  for (const restore of restores.reverse()) await restore();
  for (const client of Object.values(own)) await client.remove();
});

/** Removes what upkeep removes once it has expired. */
async function removeExpiringRows(): Promise<void> {
  await onDatabase(async (client) => {
    for (const table of ['LINKGATE_LINK', 'LINKGATE_DEVICE']) await client.query(`DELETE FROM ${table}`);
  });
}

async function expectEnded(agent: Agent, tokens: Record<string, RefreshableTokens>): Promise<void> {
  expect((await sessionOf(agent)).authenticated).toBe(false);
  for (const mode of MODES) {
    const { access_token = '', refresh_token = '' } = tokens[mode] ?? {};
    const userinfo = await fetch(`${baseUrl}/userinfo`, { headers: bearer(access_token) });
    expect([mode, userinfo.status]).toEqual([mode, 401]);
    if (mode !== 'off') expect([mode, (await refresh(refresh_token, own[mode])).status]).toEqual([mode, 400]);
  }
}

/** The tokens of all clients in a browser whose first sign-in was at one of them, by its code. */
async function tokensOfAll(
  agent: Agent,
  first: (typeof MODES)[number],
  code: string | null,
): Promise<Record<string, RefreshableTokens>> {
  const tokens: Record<string, RefreshableTokens> = {};
  tokens[first] = (await (await exchange(code, own[first])).json()) as RefreshableTokens;
  for (const mode of MODES)
    tokens[mode] ??=
      mode === 'off'
        ? ((await tokensFrom(agent, own.off)) as RefreshableTokens)
        : await refreshableFrom(agent, own[mode]);
  return tokens;
}

describe.each(MODES)('a sign-in that began at a client with %s', (first) => {
  test('stays ended by “Sign that device out” without the link’s row', async () => {
    const [waiting, other, email] = [new Agent(), new Agent(), newAddress()];
    const checkEmail = await requestOnPage(waiting, email, own[first]);
    const opened = await other.open(linkIn(await emailTo(email)));
    const page = await enterComparisonCode(other, opened, requireComparisonCode(checkEmail));
    const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
    const tokens = await tokensOfAll(waiting, first, target.searchParams.get('code'));
    expect((await other.submit(page, { revoke: 'true' })).text).toContain('That device is signed out');
    await removeExpiringRows();
    await expectEnded(waiting, tokens);
  });

  test('stays ended by “This wasn’t me” without the device’s row', async () => {
    const email = newAddress();
    await follow(await linkFor(email, clients.web));
    const device = newDevice();
    const tokens = await tokensOfAll(device.agent, first, await signInOn(device, email, own[first]));
    await disown(disownLinkIn(await noticeTo(email)) ?? '');
    await removeExpiringRows();
    await expectEnded(device.agent, tokens);
  });
});
