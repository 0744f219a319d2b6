/** A refresh whose response was lost, at a client with the setting (docs/reference.md, `linkgate.refresh-grace`). */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { Agent } from '../../support/agent.ts';
import { makeApiScope, type OwnApiScope } from '../../support/api-scope.ts';
import { codeFrom, exchangeFields, pkcePair, signedIn } from '../../support/authorization.ts';
import { type ProofKey, proofKey, setDpop } from '../../support/dpop.ts';
import { eventsSince, storeEvents } from '../../support/events.ts';
import { credentials, type Fields, post } from '../../support/form.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { expectRejection } from '../../support/rejection.ts';
import { makeStayingClient, refresh, refreshableFrom, refreshed } from '../../support/staying-client.ts';

const { baseUrl, clients } = inject('site');
const attributes = { [CLIENT.refreshGrace.name]: 'true' };
const own: Record<'session' | 'month' | 'api' | 'off' | 'spa', OwnClient> = {} as never;
let scope: OwnApiScope;
let agent: Agent;

beforeAll(async () => {
  scope = await makeApiScope();
  own.session = await makeStayingClient('session', { attributes });
  own.month = await makeStayingClient('30', { attributes });
  own.api = await makeStayingClient('30', { attributes, optionalClientScopes: [scope.name] });
  own.off = await makeStayingClient('30');
  own.spa = await makeStayingClient('30', { attributes, publicClient: true });
  agent = await signedIn(clients.web);
});
afterAll(async () => {
  for (const one of [...Object.values(own), scope]) await one.remove();
});

/** Which scopes a sign-in requests: where a client has API scopes, a refresh reads what was granted, too. */
const requested = (name: keyof typeof own) =>
  name === 'api' ? { scope: `openid ${scope.name}`, resource: scope.audience } : {};

/** The first token of a sign-in, used, and the successor that its client may not have received. */
async function used(name: keyof typeof own): Promise<{ first: string; lost: string }> {
  const first = (await refreshableFrom(agent, own[name], requested(name))).refresh_token;
  const lost = (await refreshed(first, own[name])).refresh_token;
  return { first, lost };
}

async function expectEnded(token: string, client: OwnClient): Promise<void> {
  await expectRejection(await refresh(token, client), 400, 'invalid_grant');
}

describe.each(['session', 'month', 'api'] as const)('a client with the setting (%s)', (name) => {
  test('gets new tokens once more, which go on as usual', async () => {
    const { first, lost } = await used(name);
    const again = await refreshed(first, own[name]);
    expect([first, lost]).not.toContain(again.refresh_token);
    const next = await refreshed(again.refresh_token, own[name]);
    await refreshed(next.refresh_token, own[name]);
  });

  test('ends all tokens of the sign-in with the lost successor', async () => {
    const { first, lost } = await used(name);
    const again = await refreshed(first, own[name]);
    await expectEnded(lost, own[name]);
    await expectEnded(again.refresh_token, own[name]);
  });

  test('ends them when a token is used a third time', async () => {
    const { first } = await used(name);
    const again = await refreshed(first, own[name]);
    await expectEnded(first, own[name]);
    await expectEnded(again.refresh_token, own[name]);
  });

  test('ends them after the successor was used', async () => {
    const { first, lost } = await used(name);
    const newest = await refreshed(lost, own[name]);
    await expectEnded(first, own[name]);
    await expectEnded(newest.refresh_token, own[name]);
  });

  test('may lose the response of each token once', async () => {
    const { first } = await used(name);
    const again = await refreshed(first, own[name]);
    await refreshed(again.refresh_token, own[name]);
    const second = await refreshed(again.refresh_token, own[name]);
    await expectEnded(first, own[name]);
    await expectEnded(second.refresh_token, own[name]);
  });

  test('gets tokens at most once for many requests at once, which end then', async () => {
    const { first } = await used(name);
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(first, own[name])));
    const successful = responses.filter(({ status }) => status === 200);
    expect(successful.length).toBeLessThanOrEqual(1);
    for (const response of successful)
      await expectEnded(((await response.json()) as { refresh_token: string }).refresh_token, own[name]);
  });
});

test.each(['off', 'spa'] as const)(
  'ends all tokens of the sign-in at a client without it (%s)',
  async (name) => {
    const { first, lost } = await used(name);
    await expectEnded(first, own[name]);
    await expectEnded(lost, own[name]);
  },
);

test('the setting needs linkgate.refresh-tokens, and any value but true counts as off', async () => {
  for (const value of ['on', 'false', '']) {
    const client = await makeStayingClient('30', { attributes: { [CLIENT.refreshGrace.name]: value } });
    try {
      const { refresh_token } = await refreshableFrom(agent, client);
      await refreshed(refresh_token, client);
      await expectEnded(refresh_token, client);
    } finally {
      await client.remove();
    }
  }
});

test('an event tells of it', async () => {
  const undo = await storeEvents('linkgate', ['REFRESH_TOKEN']);
  const since = Date.now();
  try {
    const { first } = await used('month');
    expect(await eventsSince('linkgate', since, 'refresh_repeated')).toEqual([]);
    await refreshed(first, own.month);
    await expectEnded(first, own.month);
    expect(await eventsSince('linkgate', since, 'refresh_repeated')).toEqual([
      expect.objectContaining({
        type: 'REFRESH_TOKEN',
        clientId: own.month.client_id,
        userId: expect.any(String),
      }),
    ]);
  } finally {
    await undo();
  }
});

describe('a public client whose tokens are bound to its key', () => {
  let client: OwnClient;
  let key: ProofKey;
  beforeAll(async () => {
    client = await makeStayingClient('30', { attributes, publicClient: true });
    await setDpop(client, true);
    key = await proofKey();
  });
  afterAll(async () => client.remove());

  const token = `${baseUrl}/token`;
  const publicly = { client_secret: undefined };

  async function proof(form: Fields, by: ProofKey): Promise<string> {
    const nonce = (await post(token, form)).headers.get('dpop-nonce') ?? '';
    return await by.prove(token, 'POST', { claims: { nonce } });
  }

  const formOf = (refresh_token: string): Fields => ({
    grant_type: 'refresh_token',
    refresh_token,
    ...credentials(client),
    ...publicly,
  });

  /** Tokens by a form that must be valid. */
  async function tokensBy(form: Fields): Promise<{ refresh_token: string; dpop: string }> {
    const dpop = await proof(form, key);
    const response = await post(token, form, { dpop });
    expect(response.status, await response.clone().text()).toBe(200);
    return { ...((await response.json()) as { refresh_token: string }), dpop };
  }

  async function firstToken(): Promise<string> {
    const { verifier, challenge } = pkcePair();
    const code = await codeFrom(await signedIn(client, challenge), client, { fields: challenge });
    return (await tokensBy(exchangeFields(client, code, { ...publicly, code_verifier: verifier })))
      .refresh_token;
  }

  test('may repeat with that key, and with no other and no used proof', async () => {
    const first = await firstToken();
    const { dpop } = await tokensBy(formOf(first));
    const other = await post(token, formOf(first), { dpop: await proof(formOf(first), await proofKey()) });
    await expectRejection(other, 400, 'invalid_grant');
    expect((await post(token, formOf(first), { dpop })).status).toBe(400);
    const again = await tokensBy(formOf(first));
    await tokensBy(formOf(again.refresh_token));
  });

  test('loses nothing to a request without the key', async () => {
    const first = await firstToken();
    const { refresh_token: successor, dpop } = await tokensBy(formOf(first));
    await post(token, formOf(first), { dpop: await proof(formOf(first), await proofKey()) });
    await post(token, formOf(first), { dpop });
    await tokensBy(formOf(successor));
  });
});
