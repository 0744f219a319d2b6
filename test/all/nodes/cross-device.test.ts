/**
 * A cross-device sign-in across two nodes: decided once, wherever the comparison code is entered, and preserved through a restart
 * that clears all memory.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { setLinkSettings } from '../../support/admin.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl } from '../../support/authorization.ts';
import { requestOnPage, textOf } from '../../support/check-email-page.ts';
import { killNode, NODES, onDatabase, startBoth, waitingForLocks } from '../../support/cluster.ts';
import {
  comparisonCodeOn,
  enterComparisonCode,
  otherComparisonCode,
  promptsForComparisonCode,
  requireComparisonCode,
} from '../../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { fetchFrom, newCaller } from '../../support/from-address.ts';
import { PATIENT } from '../../support/patience.ts';
import { exchange, submitConsent } from '../../support/sign-in.ts';
import { waitingStateOf } from '../../support/waiting-tab.ts';
import { seedWrongGuesses } from '../../support/wrong-guesses.ts';

const { web } = inject('site').clients;
const [first, second] = NODES;
const THERE = 'You are signed in on the other device';
const WRONG = 'The comparison code is not correct';
const PAUSED = /no longer checked for now \(comparison-code-realm\): 50 wrong ones within 3600 seconds/g;

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await setLinkSettings({ crossDevice: 'true' });
});
afterAll(() => restore());

const at = (node: string) => new Agent({ accept: 'text/html' }, node);

interface Asked {
  email: string;
  waiting: Agent;
  checkEmail: Page;
  link: string;
}

async function requestAt(node: string): Promise<Asked> {
  const [email, waiting] = [newAddress(), at(node)];
  const checkEmail = await requestOnPage(waiting, email, web);
  return { email, waiting, checkEmail, link: linkIn(await emailTo(email)) };
}

/** Opens the link at a node and enters the comparison code. */
async function typeAt(node: string, { link }: Asked, digits: string): Promise<Page> {
  const other = at(node);
  return await enterComparisonCode(other, await other.open(link), digits);
}

/** Ages a cross-device sign-in by a number of seconds. */
async function laterBy(seconds: number, { email }: Asked): Promise<void> {
  await onDatabase((client) =>
    client.query('UPDATE LINKGATE_LINK SET APPROVED_AT = APPROVED_AT - $1 WHERE EMAIL = $2', [
      seconds,
      email,
    ]),
  );
}

describe('on two nodes', () => {
  test('a link requested at one, whose comparison code is entered at the other, continues at either', async () => {
    const attempt = await requestAt(first);
    const { waiting, checkEmail } = attempt;
    waiting.server = second;
    expect(comparisonCodeOn(await waiting.open(checkEmail.url))).toBe(comparisonCodeOn(checkEmail));
    expect(textOf(await typeAt(second, attempt, requireComparisonCode(checkEmail)))).toContain(THERE);
    waiting.server = first;
    expect(await waitingStateOf(waiting, checkEmail)).toMatchObject({ state: 'cross_device_approved' });
    waiting.server = second;
    const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('of fifty concurrent comparison codes one decides, and of fifty concurrent polls one uses the link', async () => {
    const attempt = await requestAt(first);
    const right = requireComparisonCode(attempt.checkEmail);
    const pages = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const agent = at(NODES[i % 2] ?? first);
        return { agent, page: await agent.open(attempt.link) };
      }),
    );
    const after = await Promise.all(
      pages.map(
        async ({ agent, page }, i) =>
          await enterComparisonCode(agent, page, i % 5 ? right : otherComparisonCode(right, i + 1)),
      ),
    );
    const texts = after.map(textOf);
    const accepted = texts.filter((text) => text.includes(THERE)).length;
    const wrong = texts.filter((text) => text.includes(WRONG)).length;
    expect([accepted > 0, wrong]).toEqual(accepted > 0 ? [true, 0] : [false, 1]);
    const again = accepted > 0 ? attempt : await requestAt(first);
    if (accepted === 0) await typeAt(second, again, requireComparisonCode(again.checkEmail));
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const agent = Agent.withCookies(again.waiting.cookies);
        agent.server = NODES[i % 2];
        return await agent.request(again.checkEmail.url);
      }),
    );
    const entered = responses.filter(({ headers }) =>
      headers.getSetCookie().some((line) => line.startsWith('LINKGATE_DEVICE=')),
    );
    expect(entered).toHaveLength(1);
  });

  test('a cross-device sign-in that is not continued expires after five minutes, and the link still signs in', async () => {
    const attempt = await requestAt(first);
    const { waiting, checkEmail, link } = attempt;
    await typeAt(second, attempt, requireComparisonCode(checkEmail));
    await laterBy(300, attempt);
    expect(await waitingStateOf(waiting, checkEmail)).toMatchObject({ state: 'cross_device_ended' });
    expect(comparisonCodeOn(await waiting.open(checkEmail.url))).toBeNull();
    const other = at(second);
    expect((await submitConsent(other, await other.open(link))).searchParams.get('code')).toBeTruthy();
  });

  test('an approval that was never continued can’t be revoked late, and signs in no user', async () => {
    const attempt = await requestAt(first);
    const other = at(second);
    const page = await enterComparisonCode(
      other,
      await other.open(attempt.link),
      requireComparisonCode(attempt.checkEmail),
    );
    await laterBy(900, attempt);
    const late = await other.submit(page, { revoke: 'true' });
    expect([late.status, textOf(late).includes('Too late to sign that device out')]).toEqual([200, true]);
    expect(other.cookies).not.toHaveProperty('KEYCLOAK_IDENTITY');
  });

  test('a cross-device sign-in can be revoked at either node for a quarter of an hour', async () => {
    const [early, late] = [await requestAt(first), await requestAt(second)];
    for (const [attempt, seconds, shown] of [
      [early, 880, THERE],
      [late, 900, 'This link or its code has been used'],
    ] as const) {
      const { waiting, checkEmail, link } = attempt;
      await typeAt(second, attempt, requireComparisonCode(checkEmail));
      await submitConsent(waiting, await waiting.open(checkEmail.url));
      await laterBy(seconds, attempt);
      const other = at(second);
      const page = await other.open(link);
      expect(textOf(page)).toContain(shown);
      if (seconds === 880)
        expect(textOf(await other.submit(page, { revoke: 'true' }))).toContain('That device is signed out');
    }
  });
});

test('one that is revoked while Keycloak stores its session signs in no user', async () => {
  const attempt = await requestAt(first);
  const { waiting, checkEmail, link } = attempt;
  const other = at(second);
  const page = await enterComparisonCode(other, await other.open(link), requireComparisonCode(checkEmail));
  const consent = await waiting.open(checkEmail.url);
  const target = await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE OFFLINE_USER_SESSION IN SHARE MODE');
    const done = submitConsent(waiting, consent);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    expect(textOf(await other.submit(page, { revoke: 'true' }))).toContain('That device is signed out');
    await client.query('COMMIT');
    return await done;
  });
  const response = await exchange(target.searchParams.get('code'), web);
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  const silent = await waiting.open(authUrl(web, { fields: { prompt: 'none' } }));
  expect(silent.headers.get('location')).toContain('error=login_required');
});

describe('wrong comparison codes', () => {
  async function pauses(): Promise<number> {
    const logs = await Promise.all(
      inject('cluster').nodes.map(async ({ logFile }) => await readFile(logFile, 'utf8')),
    );
    return logs.flatMap((log) => [...log.matchAll(PAUSED)]).length;
  }

  /** How often a node counted that. */
  async function countedPauses({ managementUrl }: { managementUrl: string }): Promise<number> {
    const text = await (await fetch(`${managementUrl}/metrics`)).text();
    return Number(
      /^linkgate_guessing_paused_total\{limit="comparison-code-realm"\} (\S+)$/m.exec(text)?.[1] ?? 0,
    );
  }

  test('of a whole realm, fifty in an hour, pause it there on both nodes, which log and metric say once', async () => {
    const { nodes } = inject('cluster');
    const before = await pauses();
    const counted = await Promise.all(nodes.map(countedPauses));
    const restore = await seedWrongGuesses('comparison-code-realm', '', 49);
    const [attempt, next] = [await requestAt(first), await requestAt(second)];
    const other = at(second);
    const open = await other.open(next.link);
    expect(
      textOf(await typeAt(first, attempt, otherComparisonCode(requireComparisonCode(attempt.checkEmail)))),
    ).toContain(WRONG);
    expect(
      textOf(await enterComparisonCode(other, open, requireComparisonCode(next.checkEmail))),
    ).not.toContain(THERE);
    expect(promptsForComparisonCode(await at(first).open((await requestAt(first)).link))).toBe(false);
    expect(await pauses()).toBe(before + 1);
    // The node where the last wrong ones were entered.
    const [here = 0, there] = counted;
    expect(await Promise.all(nodes.map(countedPauses))).toEqual([here + 1, there]);
    await restore();
    expect(promptsForComparisonCode(await at(first).open((await requestAt(first)).link))).toBe(true);
  });

  test('of a requesting network, twenty in a day, pause it for the requests of that network', async () => {
    const caller = newCaller();
    const email = newAddress();
    await requestOnPage(new Agent({ accept: 'text/html' }, first, fetchFrom(caller)), email, web);
    const link = linkIn(await emailTo(email));
    const restore = await seedWrongGuesses('comparison-code-network', caller, 20);
    expect(promptsForComparisonCode(await at(second).open(link))).toBe(false);
    await restore();
    expect(promptsForComparisonCode(await at(second).open((await requestAt(first)).link))).toBe(true);
  });

  test('for an address, five in a day, pause it for that address', async () => {
    const attempt = await requestAt(first);
    const restore = await seedWrongGuesses('comparison-code-email', attempt.email, 5);
    expect(promptsForComparisonCode(await at(second).open(attempt.link))).toBe(false);
    await restore();
  });
});

describe('the death of both nodes at once', () => {
  test('loses neither the “check your email” page nor the approval', async () => {
    const [pending, approved] = [await requestAt(first), await requestAt(first)];
    await typeAt(second, approved, requireComparisonCode(approved.checkEmail));
    await Promise.all([killNode('first'), killNode('second')]);
    await startBoth();
    const shown = await pending.waiting.open(pending.checkEmail.url);
    expect([textOf(shown).includes('Check your email'), comparisonCodeOn(shown)]).toEqual([
      true,
      comparisonCodeOn(pending.checkEmail),
    ]);
    expect(textOf(await typeAt(second, pending, requireComparisonCode(shown)))).toContain(THERE);
    for (const { waiting, checkEmail } of [approved, pending]) {
      const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
      expect(target.searchParams.get('code')).toBeTruthy();
    }
  });
});
