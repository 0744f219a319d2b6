/** A killed node loses nothing: no link, account, count or user. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { authUrl, tokensFrom } from '../../support/authorization.ts';
import { killNode, NODES, onDatabase, startNode } from '../../support/cluster.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { exchange, follow, linkFor, openLink } from '../../support/sign-in.ts';

const { web } = inject('site').clients;
const [first, second] = NODES;

async function accountsOf(emails: readonly string[]): Promise<string[]> {
  const found = await onDatabase((client) =>
    client.query<{ email: string }>('SELECT EMAIL FROM USER_ENTITY WHERE EMAIL = ANY($1)', [emails]),
  );
  return found.rows.map(({ email }) => email).sort();
}

describe('a node that is killed', () => {
  afterAll(async () => await startNode('second').catch(() => {}));

  test('loses no link, no account and no user; its users continue on the other node', async () => {
    const user = new Agent({ accept: 'text/html' }, second);
    await follow(await linkFor(newAddress(), web), user);
    const inTheMiddle = new Agent({ accept: 'text/html' }, second);
    const page = await inTheMiddle.open(authUrl(web));

    const emails = Array.from({ length: 30 }, () => newAddress('crash'));
    const links = new Map<string, string>();
    for (const email of emails) links.set(email, await linkFor(email, web));
    const outcomes = new Map<string, number | 'cut off'>();
    // Some requests are in progress when it is killed, and the last ones follow.
    const killed = wait(250).then(() => killNode('second'));
    const traffic = emails.map(async (email, i) => {
      await wait(i * 20);
      if (i >= 20) await killed;
      const node = i % 2 === 0 ? second : first;
      outcomes.set(email, await openLink(links.get(email) ?? '', node).catch(() => 'cut off' as const));
    });
    await killed;
    await Promise.all(traffic);
    expect([...outcomes.values()]).toContain('cut off');
    expect([...outcomes.values()].filter((status) => status !== 'cut off' && status !== 302)).toEqual([]);

    // Users without a response retry at the other node: their link is valid, or it was used and the account exists.
    for (const [email, outcome] of outcomes) {
      if (outcome !== 'cut off') continue;
      const status = await openLink(links.get(email) ?? '', first);
      expect([302, 401]).toContain(status);
      if (status === 401) expect(await accountsOf([email])).toEqual([email]);
    }
    expect(await accountsOf(emails)).toEqual([...emails].sort());

    user.server = first;
    const { access_token } = await tokensFrom(user, web);
    expect(access_token).toBeTruthy();
    inTheMiddle.server = first;
    const email = newAddress();
    const checkEmail = await inTheMiddle.submit(page, { email });
    expect(checkEmail.status, checkEmail.text.slice(0, 500)).toBe(200);
    const target = await follow(linkIn(await emailTo(email)), inTheMiddle);
    expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
  });

  test('restarts and accepts the links that the other node sent meanwhile', async () => {
    const link = await linkFor(newAddress(), web);
    await startNode('second');
    expect(await openLink(link, second)).toBe(302);
  });
});
