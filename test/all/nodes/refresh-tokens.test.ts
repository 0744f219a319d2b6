/** Users stay signed in for the client's number of days and no longer, shown by the server's clock. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { NODES, shiftClock, startAlone, startBoth, stopNode } from '../../support/cluster.ts';
import { newAddress } from '../../support/email.ts';
import { bearer } from '../../support/form.ts';
import type { OwnClient } from '../../support/own-client.ts';
import { expectRejection } from '../../support/rejection.ts';
import { follow, linkFor } from '../../support/sign-in.ts';
import {
  makeStayingClient,
  type RefreshableTokens,
  refresh,
  refreshableFrom,
  refreshed,
} from '../../support/staying-client.ts';

const DAY_SECONDS = 86_400;
const [first] = NODES;
const node = inject('cluster').third.url;

const own: Record<'session' | 'month', OwnClient> = {} as never;
let tokens: Record<'session' | 'month', RefreshableTokens>;

beforeAll(async () => {
  own.session = await makeStayingClient('session');
  own.month = await makeStayingClient('30');
  const agent = new Agent({ accept: 'text/html' }, first);
  await follow(await linkFor(newAddress(), inject('site').clients.web), agent);
  tokens = {
    session: await refreshableFrom(agent, own.session),
    month: await refreshableFrom(agent, own.month),
  };
  await stopNode('first');
  await stopNode('second');
});
afterAll(async () => {
  await stopNode('third');
  await shiftClock(0);
  await startBoth();
  for (const client of Object.values(own)) await client.remove();
});

async function startAtDay(day: number): Promise<void> {
  await shiftClock(day * DAY_SECONDS);
  await startAlone('third');
}

test('after 29 days, without any use, tokens of a 30-day client are renewed, those of a session are not', async () => {
  await startAtDay(29);
  tokens.month = await refreshed(tokens.month.refresh_token, own.month, { node });
  const userinfo = await fetch(`${node}/realms/linkgate/userinfo`, {
    headers: bearer(tokens.month.access_token),
  });
  expect(userinfo.status).toBe(200);
  await expectRejection(
    await refresh(tokens.session.refresh_token, own.session, { node }),
    400,
    'invalid_grant',
  );
  await stopNode('third');
});

test('after 31 days, although they were renewed, they are not', async () => {
  await startAtDay(31);
  await expectRejection(await refresh(tokens.month.refresh_token, own.month, { node }), 400, 'invalid_grant');
});
