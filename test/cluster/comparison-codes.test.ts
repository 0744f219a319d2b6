/**
 * On PostgreSQL and two nodes: of comparison codes that are entered at the same time, one decides; what was revoked isn't claimed (contract,
 * section 3.8).
 */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { setLinkSettings } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { requestOnPage, textOf } from '../support/check-email-page.ts';
import { NODES, onDatabase, waitingForLocks } from '../support/cluster.ts';
import { enterComparisonCode, otherComparisonCode, requireComparisonCode } from '../support/cross-device.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';

const { web } = inject('site').clients;
const THERE = 'You are signed in on the other device';
const WRONG = 'The comparison code is not correct';
/** Which ones are right, in the order in which they are sent. */
const ENTERED = [true, false, true, false] as const;

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await setLinkSettings({ crossDevice: 'true' });
});
afterAll(() => restore());

test('a wrong code ends it, or a right one approves it, never both', async () => {
  const email = newAddress();
  const checkEmail = await requestOnPage(new Agent(), email, web);
  const right = requireComparisonCode(checkEmail);
  const link = linkIn(await emailTo(email));
  const opened = await Promise.all(
    ENTERED.map(async (_, index) => {
      const agent = new Agent({ accept: 'text/html' }, NODES[index % 2]);
      return { agent, page: await agent.open(link) };
    }),
  );
  const pages = await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM LINKGATE_LINK WHERE EMAIL = $1 FOR UPDATE', [email]);
    const entered = opened.map(
      async ({ agent, page }, index) =>
        await enterComparisonCode(
          agent,
          page,
          ENTERED[index] ? right : otherComparisonCode(right, index + 1),
        ),
    );
    await vi.waitUntil(async () => (await waitingForLocks()) === ENTERED.length, PATIENT);
    await client.query('COMMIT');
    return await Promise.all(entered);
  });
  const texts = pages.map(textOf);
  const [approved, wrong] = [THERE, WRONG].map((text) => texts.filter((one) => one.includes(text)).length);
  const states = await onDatabase(
    async (client) =>
      (await client.query('SELECT CROSS_DEVICE FROM LINKGATE_LINK WHERE EMAIL = $1', [email])).rows,
  );
  expect([approved, wrong, states]).toBeOneOf([
    // Once that is decided, a wrong code decides nothing: each page says what the first one has decided.
    [ENTERED.length, 0, [{ cross_device: 'approved' }]],
    [0, 1, [{ cross_device: 'ended' }]],
  ]);
});

test('an approved link that is revoked while the requesting browser claims it stays unused, and creates no account', async () => {
  const [waiting, other, email] = [new Agent(), new Agent(), newAddress()];
  const checkEmail = await requestOnPage(waiting, email, web);
  const page = await other.open(linkIn(await emailTo(email)));
  expect(textOf(await enterComparisonCode(other, page, requireComparisonCode(checkEmail)))).toContain(THERE);
  const claimed = await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query("UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'revoked' WHERE EMAIL = $1", [email]);
    const claim = waiting.open(checkEmail.url);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await client.query('COMMIT');
    return await claim;
  });
  expect(claimed.headers.get('location')).toBeNull();
  const [links, accounts] = await onDatabase(async (client) => [
    (await client.query('SELECT STATE, CROSS_DEVICE FROM LINKGATE_LINK WHERE EMAIL = $1', [email])).rows,
    (await client.query('SELECT ID FROM USER_ENTITY WHERE EMAIL = $1', [email])).rows,
  ]);
  expect([links, accounts]).toEqual([[{ state: 'issued', cross_device: 'revoked' }], []]);
});
