/** A parked tab doesn't continue once another user has verified the account's address. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  accountOf,
  allowUpdateEmail,
  pendingEmailOf,
  setPendingEmail,
  setUnverifiedEmail,
} from '../../support/accounts.ts';
import { Agent, type Page } from '../../support/agent.ts';
import { authUrl, signedIn } from '../../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../../support/check-email-page.ts';
import { chooseSignedInAccount } from '../../support/chooser.ts';
import { emailTo, newAddress } from '../../support/email.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PATIENT } from '../../support/patience.ts';
import { sessionOf } from '../../support/session-api.ts';
import { exchange, follow, linkFor, submitConsent } from '../../support/sign-in.ts';

const { web } = inject('site').clients;

let other: OwnClient;
beforeAll(async () => {
  other = await makeClient();
});
afterAll(async () => other.remove());

/** Claims the account: opens the first link of the address's owner. */
async function claimAccount(email: string, emailNumber = 1): Promise<void> {
  const target = await follow(await linkFor(email, web, { emailNumber }));
  expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
}

function expectConsent(page: Page): void {
  expect([page.status, page.text.includes('name="accept"')], textOf(page)).toEqual([200, true]);
}

/** Expects the page for an expired sign-in, and no redirect to the client. */
function expectEnded(page: Page): void {
  expect([page.status, page.headers.get('location')], textOf(page)).toEqual([403, null]);
  expect(textOf(page)).toContain('This sign-in is no longer valid');
  expect(page.text).not.toMatch(/name="(accept|code)"/);
}

/** A stranger's tab that stopped at the consent page, by the way the stranger got there. */
const STOPPED: Record<string, (agent: Agent, email: string) => Promise<Page>> = {
  'a link': async (agent, email) => await agent.open(await linkFor(email, web)),
  'a code': async (agent, email) => {
    const checkEmail = await requestOnPage(agent, email, web);
    return await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) });
  },
  'a live session': async (agent, email) => {
    await follow(await linkFor(email, web), agent);
    return await chooseSignedInAccount(agent, await agent.open(authUrl(other)));
  },
};

describe.each(Object.entries(STOPPED))(
  'a tab that was authenticated by %s and stopped at the consent page',
  (_, stop) => {
    test.each(['accept', 'cancel'])('ends once the account was claimed, on %s', async (response) => {
      const [stranger, before, email] = [new Agent(), newAddress('stranger'), newAddress('owner')];
      const consent = await stop(stranger, before);
      expectConsent(consent);
      const id = await accountOf(before);
      await setUnverifiedEmail(id, email);
      await claimAccount(email);
      expect(await accountOf(email)).toBe(id);
      expectEnded(await stranger.submit(consent, { [response]: 'Yes' }));
      expect((await sessionOf(stranger)).authenticated).toBe(false);
      // The authorization request restarts, without an account.
      const again = await stranger.open(consent.url);
      expect([again.text.includes('name="accept"'), again.headers.get('location') ?? '']).toEqual([
        false,
        expect.not.stringContaining('code='),
      ]);
    });

    test('also ends if its user still has the address, which another user has verified since', async () => {
      const [stranger, email] = [new Agent(), newAddress()];
      const consent = await stop(stranger, email);
      await setUnverifiedEmail(await accountOf(email), email);
      await claimAccount(email, 2);
      expectEnded(await stranger.open(consent.url));
    });
  },
);

test('a tab that continues with a live session ends if the address was changed before and verified after', async () => {
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  await setUnverifiedEmail(await accountOf(before), email);
  const consent = await chooseSignedInAccount(stranger, await stranger.open(authUrl(other)));
  expectConsent(consent);
  await claimAccount(email);
  expectEnded(await stranger.submit(consent, { accept: 'Yes' }));
});

test('a tab that was authenticated for another address ends, whether or not the new address was verified', async () => {
  const [stranger, before] = [new Agent(), newAddress()];
  const consent = await stranger.open(await linkFor(before, web));
  await setUnverifiedEmail(await accountOf(before), newAddress('changed'));
  expectEnded(await stranger.submit(consent, { accept: 'Yes' }));
});

test('tabs that start in the old session at the moment of the takeover end', async () => {
  for (let round = 0; round < 3; round++) {
    const [before, email] = [newAddress('stranger'), newAddress('owner')];
    const stranger = await signedIn(web, {}, before);
    await setUnverifiedEmail(await accountOf(before), email);
    const link = await linkFor(email, web);
    let over = false;
    const tabs: { agent: Agent; page: Page }[] = [];
    const begin = async () => {
      while (!over) {
        const agent = Agent.withCookies(stranger.cookies);
        const url = authUrl(other, { fields: { login_hint: email, prompt: 'consent' } });
        tabs.push({ agent, page: await agent.open(url) });
      }
    };
    const takeOver = async () => {
      await expect.poll(() => tabs.length, PATIENT).toBeGreaterThan(4);
      await follow(link);
      over = true;
    };
    await Promise.all([begin(), begin(), begin(), begin(), takeOver()]);
    const begun = tabs.filter(({ page }) => page.text.includes('name="accept"'));
    expect(begun.length).toBeGreaterThan(0);
    for (const { agent, page } of begun) {
      const response = await agent.submit(page, { accept: 'Yes' });
      expect(response.headers.get('location') ?? '').not.toContain('code=');
    }
    expect((await sessionOf(stranger)).authenticated).toBe(false);
  }
});

test('a takeover deletes an account’s pending new address and earlier consents', async () => {
  const forbid = await allowUpdateEmail();
  const [before, email] = [newAddress('stranger'), newAddress('owner')];
  const stranger = await signedIn(web, {}, before);
  await submitConsent(stranger, await chooseSignedInAccount(stranger, await stranger.open(authUrl(other))));
  const id = await accountOf(before);
  await setPendingEmail(id, newAddress('pending'));
  await setUnverifiedEmail(id, email);
  expect(await pendingEmailOf(id)).not.toBeNull();
  const owner = new Agent();
  const consent = await owner.open(await linkFor(email, web));
  expectConsent(consent);
  expect(await pendingEmailOf(id)).toBeNull();
  await submitConsent(owner, consent);
  expectConsent(await chooseSignedInAccount(owner, await owner.open(authUrl(other))));
  await forbid();
});

test('the user who claimed an account continues, immediately and later, in earlier tabs and in new ones', async () => {
  const [owner, email] = [new Agent(), newAddress()];
  await claimAccount(email);
  await setUnverifiedEmail(await accountOf(email), email);
  const waiting = await requestOnPage(owner, email, other, { state: 'waits' });
  const consent = await owner.open(await linkFor(email, other, { emailNumber: 3 }));
  expectConsent(consent);
  expect((await submitConsent(owner, consent)).searchParams.get('code')).toBeTruthy();
  const later = await chooseSignedInAccount(
    owner,
    await owner.open(authUrl(other, { fields: { prompt: 'consent' } })),
  );
  expectConsent(later);
  expect((await submitConsent(owner, later)).searchParams.get('code')).toBeTruthy();
  const moved = await owner.open(waiting.url);
  expect(moved.text).not.toContain('This sign-in is no longer valid');
});

test('a browser with another user’s live session of the account gets a new session by the claiming link', async () => {
  const [agent, email] = [new Agent(), newAddress()];
  await follow(await linkFor(email, web), agent);
  const planted = agent.cookie('AUTH_SESSION_ID');
  const copy = Agent.withCookies(agent.cookies);
  await setUnverifiedEmail(await accountOf(email), email);
  await follow(await linkFor(email, web, { emailNumber: 2 }), agent);
  expect(agent.cookie('AUTH_SESSION_ID')).not.toBe(planted);
  expect((await sessionOf(agent)).authenticated).toBe(true);
  expect((await sessionOf(copy)).authenticated).toBe(false);
});
