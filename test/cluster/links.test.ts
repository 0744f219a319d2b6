/** Two nodes on one database behave like one: whatever a user or a client started at one continues at the other. */
import { describe, expect, inject, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { authUrl, tokensFrom } from '../support/authorization.ts';
import { requestOnPage, requireCode } from '../support/check-email-page.ts';
import { NODES, onDatabase, untilTwoMembers } from '../support/cluster.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { bearer } from '../support/form.ts';
import {
  exchange,
  follow,
  linkFor,
  openLink,
  requestLink,
  submitConsent,
  type Tokens,
} from '../support/sign-in.ts';

const { clients } = inject('site');
const { web, shop } = clients;
const [first, second] = NODES;
const bases = NODES.map((node) => `${node}/realms/linkgate`);

/** The nodes in turn. */
function nodeFor(index: number): string {
  return index % 2 === 0 ? first : second;
}

async function userinfo(node: string, token: string): Promise<number> {
  return (await fetch(`${node}/realms/linkgate/userinfo`, { headers: bearer(token) })).status;
}

describe('on two nodes', () => {
  test('the nodes are one cluster', async () => {
    await untilTwoMembers();
    expect(new Set(NODES).size).toBe(2);
  });

  test('a link requested at one is used at the other, its code is exchanged at the first', async () => {
    const email = newAddress();
    const response = await requestLink(
      { email, client_id: web.client_id, redirect_uri: web.redirect_uri, scope: 'openid email' },
      bases[1],
    );
    expect(response.status).toBe(200);
    const target = await follow(linkIn(await emailTo(email)), new Agent({ accept: 'text/html' }, first));
    const tokens = await exchange(target.searchParams.get('code'), web, {}, bases[1]);
    expect(tokens.status).toBe(200);
  });

  test('a link signs in exactly once under 50 parallel requests spread over both', async () => {
    const email = newAddress();
    await follow(await linkFor(email, web));
    const link = await linkFor(email, web, { emailNumber: 2 });
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => openLink(link, nodeFor(i))));
    expect(responses.sort()).toEqual([302, ...Array.from({ length: 49 }, () => 401)]);
  });

  test('a code works once: exchanging it again at the other revokes the tokens that it issued', async () => {
    const target = await follow(await linkFor(newAddress(), web));
    const code = target.searchParams.get('code');
    const granted = await exchange(code, web, {}, bases[0]);
    expect(granted.status).toBe(200);
    const { access_token } = (await granted.json()) as Tokens;
    expect(await userinfo(second, access_token)).toBe(200);
    const replayed = await exchange(code, web, {}, bases[1]);
    expect([replayed.status, await replayed.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect([await userinfo(first, access_token), await userinfo(second, access_token)]).toEqual([401, 401]);
  });

  test('a code is exchanged exactly once under 20 parallel requests spread over both', async () => {
    const target = await follow(await linkFor(newAddress(), web));
    const code = target.searchParams.get('code');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => exchange(code, web, {}, bases[i % 2])),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  });

  test('a sign-in at one node is valid at the other, and a sign-out at the other is valid at the first', async () => {
    const agent = new Agent({ accept: 'text/html' }, first);
    const email = newAddress();
    await follow(await linkFor(email, web), agent);
    agent.server = second;
    const { access_token } = await tokensFrom(agent, web);
    expect(await userinfo(first, access_token)).toBe(200);
    const page = await agent.open(`${first}/realms/linkgate/protocol/openid-connect/logout`);
    await agent.submit(page, { confirmLogout: 'Logout' });
    expect([await userinfo(first, access_token), await userinfo(second, access_token)]).toEqual([401, 401]);
    agent.server = first;
    const again = await agent.open(authUrl(web, { fields: { prompt: 'none' } }));
    expect(again.headers.get('location')).toContain('error=login_required');
  });

  test('a token revoked at one is rejected at the other', async () => {
    const agent = new Agent({ accept: 'text/html' }, second);
    await follow(await linkFor(newAddress(), web), agent);
    const { access_token } = await tokensFrom(agent, web);
    const body = new URLSearchParams({
      token: access_token,
      client_id: web.client_id,
      client_secret: web.client_secret ?? '',
    });
    expect((await fetch(`${bases[0]}/revoke`, { method: 'POST', body })).status).toBe(200);
    expect(await userinfo(second, access_token)).toBe(401);
  });

  test('a code entered at the other continues there, and a tab that waited continues at the first', async () => {
    const [agent, email] = [new Agent({ accept: 'text/html' }, first), newAddress()];
    const checkEmail = await requestOnPage(agent, email, web, { state: 'one' });
    const waiting = await requestOnPage(agent, email, shop, { state: 'two' });
    agent.server = second;
    const page = await agent.submit(checkEmail, { code: requireCode(await emailTo(email, 1)) });
    expect((await submitConsent(agent, page)).searchParams.get('state')).toBe('one');
    agent.server = first;
    const code = requireCode(await emailTo(email, 2));
    const moved = await agent.submit(await agent.open(waiting.url), { code });
    expect((await submitConsent(agent, moved)).searchParams.get('state')).toBe('two');
  });

  test('a form of a sign-in page of one is accepted by the other', async () => {
    const email = newAddress();
    const agent = new Agent({ accept: 'text/html' }, first);
    const page = await agent.open(authUrl(web));
    agent.server = second;
    const checkEmail = await agent.submit(page, { email });
    expect(checkEmail.status, checkEmail.text.slice(0, 500)).toBe(200);
    agent.server = first;
    expect((await follow(linkIn(await emailTo(email)), agent)).searchParams.get('code')).toBeTruthy();
  });

  test('two links of one new user, used at both nodes at the same time, let exactly one sign in and create one account', async () => {
    const email = newAddress();
    const links = [await linkFor(email, web), await linkFor(email, web, { emailNumber: 2 })];
    const responses = await Promise.all(links.map((link, i) => openLink(link, nodeFor(i))));
    expect(responses.sort()).toEqual([302, 401]);
    expect(await emailsTo(email)).toHaveLength(2);
    const accounts = await onDatabase((client) =>
      client.query('SELECT ID FROM USER_ENTITY WHERE EMAIL = $1', [email]),
    );
    expect(accounts.rowCount).toBe(1);
  });
});
