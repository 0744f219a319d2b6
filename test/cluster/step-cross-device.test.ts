/**
 * On PostgreSQL and two nodes, in a stock realm: of comparison codes that are entered at the same time, one decides; what was revoked isn't
 * claimed, and doesn't survive being stored (contract, sections 3.8 and 10).
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Agent } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { NODES, onDatabase, waitingForLocks } from '../support/cluster.ts';
import {
  enterComparisonCode,
  otherComparisonCode,
  promptsForComparisonCode,
  requireComparisonCode,
} from '../support/cross-device.ts';
import { linkId } from '../support/email.ts';
import { PATIENT } from '../support/patience.ts';
import { exchange } from '../support/sign-in.ts';
import type { SiteClient } from '../support/site.ts';
import {
  approve,
  CROSS_DEVICE,
  look,
  signOut,
  THERE,
  waitBy,
  waitForLink,
} from '../support/step-cross-device.ts';
import { pressSend } from '../support/step-pages.ts';
import {
  codesIn,
  countSessions,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  signedInAs,
} from '../support/step-realm.ts';
import { seedWrongGuesses } from '../support/wrong-guesses.ts';

const [first, second] = NODES;

let realm: StepRealm;
let client: SiteClient;
let consenting: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  client = await realm.makeClient([CROSS_DEVICE]);
  consenting = await realm.makeClient([CROSS_DEVICE], { consentRequired: true });
});
afterAll(async () => await realm?.remove());

const at = (node: string | undefined) => new Agent({ accept: 'text/html' }, node);

test('a link requested at one node and approved at the other continues at either', async () => {
  const tab = await waitForLink(realm, client, await realm.makeUser(), { waiting: at(first) });
  await approve(tab, at(second));
  tab.waiting.server = second;
  expect(await signedInAs(realm, client, await look(tab))).toBe(tab.user.id);
});

test('of codes at the same time, a wrong one that is first decides alone', async () => {
  const tab = await waitForLink(realm, client, await realm.makeUser());
  const right = requireComparisonCode(tab.page);
  const opened = await Promise.all(
    [otherComparisonCode(right), right, right].map(async (code, index) => {
      const owner = at(NODES[index % 2]);
      return { owner, code, page: await owner.open(tab.link) };
    }),
  );
  const texts = await onDatabase(async (database) => {
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM LINKGATE_LINK WHERE EMAIL = $1 FOR UPDATE', [tab.user.email]);
    const entered: Promise<string>[] = [];
    for (const { owner, page, code } of opened) {
      entered.push(enterComparisonCode(owner, page, code).then(textOf));
      await vi.waitUntil(async () => (await waitingForLocks()) === entered.length, PATIENT);
    }
    await database.query('COMMIT');
    return await Promise.all(entered);
  });
  expect(texts.filter((text) => text.includes(THERE))).toEqual([]);
  expect(codesIn([await look(tab)])).toBe(0);
});

test('fifty wrong codes in an hour pause the realm’s, and links still sign in where they are opened', async () => {
  const restore = await seedWrongGuesses('comparison-code-realm', '', 50, realm.name);
  try {
    const { user, link } = await waitForLink(realm, client, await realm.makeUser());
    const owner = new Agent();
    expect(promptsForComparisonCode(await owner.open(link))).toBe(false);
    expect(await signedInAs(realm, client, await openAndConfirm(link, owner))).toBe(user.id);
  } finally {
    await restore();
  }
  await approve(await waitForLink(realm, client, await realm.makeUser()));
});

test('an approved link that is revoked while the waiting tab claims it stays unused', async () => {
  const tab = await waitForLink(realm, client, await realm.makeUser());
  await approve(tab);
  const claimed = await onDatabase(async (database) => {
    await database.query('BEGIN');
    await database.query("UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'revoked' WHERE EMAIL = $1", [
      tab.user.email,
    ]);
    const claim = look(tab);
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await database.query('COMMIT');
    return await claim;
  });
  expect(codesIn([claimed])).toBe(0);
  expect(await countSessions(realm, tab.user)).toBe(0);
});

test('a tab that two links were approved for ends with the first one, whatever becomes of its session', async () => {
  const twice = await realm.makeClient([CROSS_DEVICE, CROSS_DEVICE], { consentRequired: true });
  const first = await waitForLink(realm, twice, await realm.makeUser());
  await approve(first);
  const between = await look(first);
  const second = await waitBy(first.user, first.waiting, async () => pressSend(first.waiting, between));
  await approve(second);
  const consent = await look(second);
  expect(consent.text).toContain('name="accept"');
  await onDatabase(async (database) => {
    await database.query("UPDATE LINKGATE_LINK SET CROSS_DEVICE = 'revoked' WHERE EMAIL = $1 AND JTI = $2", [
      first.user.email,
      linkId(first.link),
    ]);
  });
  expect(codesIn([await first.waiting.submit(consent, { accept: 'Yes' })])).toBe(0);
});

test('one that is revoked while Keycloak stores its session signs in no user', async () => {
  const tab = await waitForLink(realm, consenting, await realm.makeUser());
  const { owner, done } = await approve(tab);
  const consent = await look(tab);
  expect(consent.text).toContain('name="accept"');
  const end = await onDatabase(async (database) => {
    await database.query('BEGIN');
    await database.query('LOCK TABLE OFFLINE_USER_SESSION IN SHARE MODE');
    const accepted = tab.waiting.submit(consent, { accept: 'Yes' });
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, PATIENT);
    await signOut(owner, done);
    await database.query('COMMIT');
    return await accepted;
  });
  const code = new URL(end.headers.get('location') ?? tab.page.url).searchParams.get('code');
  const response = await exchange(code, consenting, {}, `${realm.baseUrl}/protocol/openid-connect`);
  expect(response.status).toBe(400);
  expect(await countSessions(realm, tab.user)).toBe(0);
});
