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
/** How many are entered, in turn right and wrong. */
const ENTERED = 4;

let restore: () => Promise<void>;
beforeAll(async () => {
  restore = await setLinkSettings({ crossDevice: 'true' });
});
afterAll(() => restore());

test.each([
  // Once that is decided, a wrong code decides nothing: each page says what the first one has decided.
  { first: 'right', pages: [ENTERED, 0], state: 'approved' },
  { first: 'wrong', pages: [0, 1], state: 'ended' },
])('of codes at the same time, a $first one that is first decides alone', async ({ first, pages, state }) => {
  const email = newAddress();
  const checkEmail = await requestOnPage(new Agent(), email, web);
  const right = requireComparisonCode(checkEmail);
  const link = linkIn(await emailTo(email));
  const codes = Array.from({ length: ENTERED }, (_, index) =>
    (index % 2 === 0) === (first === 'right') ? right : otherComparisonCode(right, index + 1),
  );
  const opened = await Promise.all(
    codes.map(async (code, index) => {
      const agent = new Agent({ accept: 'text/html' }, NODES[index % 2]);
      return { agent, code, page: await agent.open(link) };
    }),
  );
  const texts = await onDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM LINKGATE_LINK WHERE EMAIL = $1 FOR UPDATE', [email]);
    const entered: Promise<string>[] = [];
    for (const { agent, page, code } of opened) {
      entered.push(enterComparisonCode(agent, page, code).then(textOf));
      // The database grants locks in the order of the requests.
      await vi.waitUntil(async () => (await waitingForLocks()) === entered.length, PATIENT);
    }
    await client.query('COMMIT');
    return await Promise.all(entered);
  });
  const states = await onDatabase(
    async (client) =>
      (await client.query('SELECT CROSS_DEVICE FROM LINKGATE_LINK WHERE EMAIL = $1', [email])).rows,
  );
  const shown = [THERE, WRONG].map((text) => texts.filter((one) => one.includes(text)).length);
  expect([shown, states]).toEqual([pages, [{ cross_device: state }]]);
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
