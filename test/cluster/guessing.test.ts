/**
 * Attempts at codes in a whole realm, from any address: after too many wrong ones all nodes pause checking, and links still work.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { Agent } from '../support/agent.ts';
import { otherCodes, requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { NODES } from '../support/cluster.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { newCaller, requestFrom } from '../support/from-address.ts';
import { submitConsent } from '../support/sign-in.ts';
import { seedWrongGuesses } from '../support/wrong-guesses.ts';

const { betaUrl, clients, serverUrl, variables } = inject('site');
const [first, second] = NODES;
const PER_REALM = 1000;

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const restore of undo.splice(0)) await restore();
});

/** How often the nodes logged and counted that a realm pauses by a limit. */
async function pauses(limit: string): Promise<{ logged: number; counted: number }> {
  const { nodes } = inject('cluster');
  let [logged, counted] = [0, 0];
  for (const { logFile, managementUrl } of nodes) {
    logged += (await readFile(logFile, 'utf8')).split(`no longer checked for now (${limit})`).length - 1;
    const text = await (await fetch(`${managementUrl}/metrics`)).text();
    const line = new RegExp(`^linkgate_guessing_paused_total\\{limit="${limit}"\\} (\\S+)$`, 'm').exec(text);
    counted += Number(line?.[1] ?? 0);
  }
  return { logged, counted };
}

test('a thousand wrong codes beside links in an hour pause codes on both nodes, and links still work', async () => {
  const before = await pauses('one-time-code-realm');
  const restore = await seedWrongGuesses('one-time-code-realm', '', PER_REALM - 2);
  undo.push(restore);
  const [guesser, owner] = [
    new Agent({ accept: 'text/html' }, first),
    new Agent({ accept: 'text/html' }, second),
  ];
  const [victim, email] = [newAddress(), newAddress()];
  let page = await requestOnPage(guesser, victim, clients.web);
  const checkEmail = await requestOnPage(owner, email, clients.web);
  const [wrong, message] = [otherCodes(requireCode(await emailTo(victim)), 3), await emailTo(email)];
  for (const code of wrong) page = await guesser.submit(page, { code });
  expect(textOf(page)).toContain('Too many wrong codes were entered');
  const limited = await owner.submit(checkEmail, { code: requireCode(message) });
  expect(textOf(limited)).toContain('Too many wrong codes were entered');
  expect(await pauses('one-time-code-realm')).toEqual({
    logged: before.logged + 1,
    counted: before.counted + 1,
  });
  const opened = await fetch(linkIn(await emailTo(victim)), { redirect: 'manual' });
  expect(opened.status).toBe(302);
  await restore();
  const done = await submitConsent(owner, await owner.submit(limited, { code: requireCode(message) }));
  expect(done.searchParams.get('code')).toBeTruthy();
});

test('a thousand wrong referral codes in an hour pause them on both nodes', async () => {
  const before = await pauses('referral-realm');
  const restore = await seedWrongGuesses('referral-realm', '', PER_REALM - 1, 'linkgate-beta');
  undo.push(restore);
  const { client_id, redirect_uri } = clients.betaWeb;
  const order = async (node: string, referral_code: string) => {
    const url = `${betaUrl}/request-magic-link`.replace(serverUrl, node);
    return await requestFrom(newCaller(), url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email: newAddress(), client_id, redirect_uri, referral_code }),
    });
  };
  const right = variables.BETA_REFERRAL_CODE ?? '';
  expect((await order(first, randomUUID())).status).toBe(403);
  const rejected = await order(second, right);
  expect([rejected.status, rejected.headers['ratelimit-limit']]).toEqual([429, String(PER_REALM)]);
  expect(await pauses('referral-realm')).toEqual({ logged: before.logged + 1, counted: before.counted + 1 });
  await restore();
  expect((await order(second, right)).status).toBe(200);
});
