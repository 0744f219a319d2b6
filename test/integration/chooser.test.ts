/** The account chooser of a recognised device (contract, section 3.5). */
import { decodeJwt } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, exchangeFields, signedIn, tokensFrom } from '../support/authorization.ts';
import { requestOnPage, textOf } from '../support/check-email-page.ts';
import { accountsOn, chooseSignedInAccount, requiresEmail } from '../support/chooser.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { ENDPOINTS } from '../support/endpoints.ts';
import { bearer, type Fields, post } from '../support/form.ts';
import { remove, sessionOf } from '../support/session-api.ts';
import { linkFor, submitConsent, type Tokens } from '../support/sign-in.ts';

const { clients } = inject('site');
const { web } = clients;

const openAuth = async (agent: Agent, fields: Fields = {}) => await agent.open(authUrl(web, { fields }));
const codeOf = (page: Page) => new URL(page.headers.get('location') ?? 'x:').searchParams.get('code');

/** Opens a user's link in a browser where another user may be signed in. */
async function signInHere(agent: Agent, email: string, emailNumber = 1): Promise<void> {
  const page = await agent.open(await linkFor(email, web, { emailNumber }));
  await submitConsent(agent, page.text.includes('name="confirm"') ? await confirm(agent, page) : page);
}

/** A device with two accounts, the second of them signed in. */
async function twoAccounts() {
  const [first, second] = [newAddress('first'), newAddress('second')];
  const agent = await signedIn(web, {}, first);
  await signInHere(agent, second);
  return { agent, first, second };
}

/** Presses an account's button for forgetting it. */
async function forget(agent: Agent, page: Page, email: string): Promise<Page> {
  const id = accountsOn(page).find((account) => account.email === email)?.id;
  return await agent.submit(page, { forget: id ?? '' });
}

/** The account of a page's button for undoing that; null without one. */
const undoOn = ({ text }: Page) => /name="undo" value="([^"]+)"/.exec(text)?.[1] ?? null;

describe('the account chooser', () => {
  test('lists the signed-in account, which continues by one click, without an email and with the same auth_time', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const before = decodeJwt((await tokensFrom(agent, web)).id_token);
    expect(before.auth_time).toEqual(expect.any(Number));
    const page = await openAuth(agent);
    expect(accountsOn(page)).toMatchObject([{ email, live: true }]);
    const code = codeOf(await chooseSignedInAccount(agent, page));
    const response = await post(ENDPOINTS[0].token, exchangeFields(web, code ?? ''));
    const after = decodeJwt(((await response.json()) as Tokens).id_token);
    expect([after.sub, after.auth_time]).toEqual([before.sub, before.auth_time]);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('is skipped once after a link that another browser requested: the client may have to start anew', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(new Agent(), email, web);
    await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    expect(codeOf(await openAuth(agent))).toBeTruthy();
    expect(accountsOn(await openAuth(agent))).toMatchObject([{ email, live: true }]);
    await requestOnPage(new Agent(), email, web);
    await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
    expect(accountsOn(await openAuth(agent, { prompt: 'select_account' }))).toHaveLength(1);
  });

  test('is shown after such a link if the user hasn’t clicked: it may be somebody else’s', async () => {
    const [owner, agent, email] = [new Agent(), new Agent(), newAddress()];
    await requestOnPage(owner, email, web);
    await submitConsent(owner, await owner.open(linkIn(await emailTo(email))));
    await requestOnPage(new Agent(), email, web);
    expect(codeOf(await agent.open(linkIn(await emailTo(email, 2))))).toBeTruthy();
    expect(accountsOn(await openAuth(agent))).toMatchObject([{ email, live: true }]);
  });

  test('lists two accounts of one device, the first signed out by the sign-in of the second', async () => {
    const [first, second] = [newAddress('first'), newAddress('second')];
    const agent = await signedIn(web, {}, first);
    const { access_token } = await tokensFrom(agent, web);
    await signInHere(agent, second);
    expect(accountsOn(await openAuth(agent))).toMatchObject([
      { email: second, live: true },
      { email: first, live: false },
    ]);
    expect((await fetch(ENDPOINTS[0].userinfo, { headers: bearer(access_token) })).status).toBe(401);
  });

  test('sends a link to a signed-out account without typing, and signs it in', async () => {
    const { agent, first } = await twoAccounts();
    const page = await openAuth(agent);
    const account = accountsOn(page).find(({ email }) => email === first);
    const checkEmail = await agent.submit(page, { account: account?.id ?? '' });
    expect(checkEmail.text).toContain(first);
    const link = linkIn(await emailTo(first, 2));
    const confirmPage = await agent.open(link);
    const target = await submitConsent(agent, await confirm(agent, confirmPage));
    expect(target.searchParams.get('state')).toBe('st');
    expect((await sessionOf(agent)).account?.email).toBe(first);
    expect((await sessionOf(agent)).accounts).toHaveLength(2);
  });

  test('lets the user choose another account, and go back', async () => {
    const { agent, second } = await twoAccounts();
    const address = await agent.submit(await openAuth(agent), { show: 'address' });
    expect(accountsOn(address)).toEqual([]);
    expect(address.text).toContain('name="email"');
    expect((await agent.open(address.url)).text).toContain('name="email"');
    const back = await agent.submit(address, { show: 'accounts' });
    expect(accountsOn(back)).toMatchObject([{ email: second }, {}]);
    const third = newAddress('third');
    const again = await agent.submit(back, { show: 'address' });
    await agent.submit(again, { email: third });
    expect(linkIn(await emailTo(third))).toMatch(/^http/);
  });

  test('forgets a signed-out account, and no other', async () => {
    const { agent, first, second } = await twoAccounts();
    const page = await openAuth(agent);
    const account = accountsOn(page).find(({ email }) => email === first);
    const after = await agent.submit(page, { forget: account?.id ?? '' });
    expect(accountsOn(after)).toMatchObject([{ email: second, live: true }]);
    expect(codeOf(await chooseSignedInAccount(agent, after))).toBeTruthy();
  });

  test('signs out the account that is signed in when it is forgotten, and continues with the same request', async () => {
    const { agent, first, second } = await twoAccounts();
    const { access_token } = await tokensFrom(agent, web);
    const page = await openAuth(agent, { state: 'kept' });
    const after = await agent.submit(page, { forget: accountsOn(page)[0]?.id ?? '' });
    expect(accountsOn(after)).toMatchObject([{ email: first, live: false }]);
    expect(JSON.stringify(await sessionOf(agent))).not.toContain(second);
    expect((await fetch(ENDPOINTS[0].userinfo, { headers: bearer(access_token) })).status).toBe(401);
    await agent.submit(after, { account: accountsOn(after)[0]?.id ?? '' });
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(first, 2))));
    expect([target.searchParams.get('state'), !!target.searchParams.get('code')]).toEqual(['kept', true]);
  });

  test('says which account was forgotten, also after a reload, and remembers it again: without what was signed in', async () => {
    const { agent, first, second } = await twoAccounts();
    const page = await openAuth(agent, { state: 'kept' });
    const forgotten = await forget(agent, page, second);
    const again = await agent.open(forgotten.url);
    for (const shown of [forgotten, again]) {
      expect(textOf(shown)).toContain(`This browser no longer remembers ${second}`);
      expect(accountsOn(shown)).toMatchObject([{ email: first, live: false }]);
    }
    const undone = await agent.submit(again, { undo: undoOn(again) ?? '' });
    expect(textOf(undone)).toContain(`This browser remembers ${second} again.`);
    // Both were used last within the same second.
    const listed = accountsOn(undone).map(({ email, live }) => [email, live]);
    expect(Object.fromEntries(listed)).toEqual({ [first]: false, [second]: false });
    expect([undoOn(undone), (await sessionOf(agent)).authenticated]).toEqual([null, false]);
    expect(textOf(await agent.open(undone.url))).not.toContain('remembers');
    await agent.submit(undone, { account: undoOn(again) ?? '' });
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(second, 2))));
    expect(target.searchParams.get('state')).toBe('kept');
  });

  test('can undo it where no other account is left', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const page = await forget(agent, await openAuth(agent), email);
    expect(accountsOn(page)).toEqual([]);
    const undone = await agent.submit(page, { undo: undoOn(page) ?? '' });
    expect(accountsOn(undone)).toMatchObject([{ email, live: false }]);
  });

  test('says it no more, and undoes nothing, once the user goes on', async () => {
    const { agent, first, second } = await twoAccounts();
    const page = await forget(agent, await openAuth(agent), first);
    const address = await agent.submit(page, { show: 'address' });
    expect([textOf(address).includes('no longer remembers'), undoOn(address)]).toEqual([false, null]);
    const undone = await agent.submit(page, { undo: undoOn(page) ?? '' });
    expect(textOf(undone)).not.toContain('remembers');
    const back = await agent.submit(undone, { show: 'accounts' });
    expect(accountsOn(back)).toMatchObject([{ email: second }]);
  });

  test('undoes it in no other browser, as a planted tab would be', async () => {
    const { agent: owner, first } = await twoAccounts();
    const forgotten = await forget(owner, await openAuth(owner), first);
    const [, second] = [await openAuth(owner), newAddress('other')];
    const other = await signedIn(web, {}, second);
    for (const [name, value] of Object.entries(owner.cookies))
      if (name.startsWith('AUTH_SESSION')) other.setCookie(name, value);
    const planted = await other.open(forgotten.url);
    expect([textOf(planted).includes(first), undoOn(planted)]).toEqual([true, null]);
    const undone = await other.submit(
      { ...planted, text: planted.text.replaceAll('name="show"', 'name="undo"') },
      { undo: undoOn(forgotten) ?? '' },
    );
    expect(textOf(undone)).toContain('This can no longer be undone.');
    const listed = [...accountsOn(await openAuth(other)), ...accountsOn(await openAuth(owner))];
    expect(listed.map(({ email }) => email)).not.toContain(first);
  });

  test('undoes nothing for an account that was signed out everywhere meanwhile, or disabled', async () => {
    const { agent, first, second } = await twoAccounts();
    const page = await forget(agent, await openAuth(agent), first);
    const id = undoOn(page) ?? '';
    const { users } = await admin();
    await users.logout({ realm: 'linkgate', id });
    const undone = await agent.submit(page, { undo: id });
    expect(textOf(undone)).toContain('This can no longer be undone.');
    expect(accountsOn(undone)).toMatchObject([{ email: second }]);
    const disabled = await forget(agent, undone, second);
    await users.update({ realm: 'linkgate', id: undoOn(disabled) ?? '' }, { enabled: false });
    const late = await agent.submit(disabled, { undo: undoOn(disabled) ?? '' });
    expect([textOf(late).includes('This can no longer be undone.'), accountsOn(late)]).toEqual([true, []]);
  });

  test('remembers no account by an undo that this tab has not forgotten', async () => {
    const { agent, second } = await twoAccounts();
    const { account: stranger } = await sessionOf(await signedIn(web, {}, newAddress('stranger')));
    const page = await forget(agent, await openAuth(agent), second);
    const undone = await agent.submit(page, { undo: stranger?.id ?? '' });
    expect(accountsOn(undone)).toHaveLength(1);
    expect(textOf(undone)).toContain(`This browser no longer remembers ${second}`);
  });

  test('rejects an account that the device doesn’t know', async () => {
    const { agent } = await twoAccounts();
    const email = newAddress('stranger');
    const { account: stranger } = await sessionOf(await signedIn(web, {}, email));
    const page = await agent.submit(await openAuth(agent), { account: stranger?.id ?? '' });
    expect(accountsOn(page)).toHaveLength(2);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('is cancelled with access_denied and the state', async () => {
    const { agent } = await twoAccounts();
    const end = await agent.submit(await openAuth(agent), { cancel: 'true' });
    const { searchParams } = new URL(end.headers.get('location') ?? '');
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'st']);
  });

  test('never shows accounts that were deleted or disabled', async () => {
    const { agent, first, second } = await twoAccounts();
    const api = await admin();
    const idOf = async (email: string) => (await api.users.find({ realm: 'linkgate', email }))[0]?.id ?? '';
    await api.users.update({ realm: 'linkgate', id: await idOf(first) }, { enabled: false });
    expect(accountsOn(await openAuth(agent))).toMatchObject([{ email: second }]);
    await api.users.del({ realm: 'linkgate', id: await idOf(second) });
    expect(accountsOn(await openAuth(agent))).toEqual([]);
    expect((await sessionOf(agent)).accounts).toEqual([]);
  });

  test('lists at most eight accounts', async () => {
    const agent = new Agent();
    const addresses = Array.from({ length: 9 }, () => newAddress('many'));
    for (const email of addresses) {
      if ((await sessionOf(agent)).authenticated) await remove(agent, '');
      await signInHere(agent, email);
    }
    const { accounts } = await sessionOf(agent);
    expect(accounts).toHaveLength(8);
    expect(accounts[0]?.email).toBe(addresses[8]);
  });
});

describe('with a live session', () => {
  test('shows no page for prompt=none', async () => {
    expect(codeOf(await openAuth(await signedIn(web), { prompt: 'none' }))).toBeTruthy();
  });

  test('shows the accounts for prompt=select_account, also with a hint', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const page = await openAuth(agent, { prompt: 'select_account', login_hint: email });
    expect(accountsOn(page)).toMatchObject([{ email, live: true }]);
    expect(codeOf(await chooseSignedInAccount(agent, page))).toBeTruthy();
  });

  test('continues without a page for a hint of the signed-in user', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const { id_token } = await tokensFrom(agent, web);
    expect(codeOf(await openAuth(agent, { login_hint: email.toUpperCase() }))).toBeTruthy();
    expect(codeOf(await openAuth(agent, { id_token_hint: id_token }))).toBeTruthy();
  });

  test('shows the sign-in page with the address for a hint of another user', async () => {
    const agent = await signedIn(web);
    const hinted = newAddress('hinted');
    const page = await openAuth(agent, { login_hint: hinted });
    expect(page.text).toContain(`value="${hinted}"`);
    expect(requiresEmail(page)).toBe(true);
    expect(
      codeOf(await chooseSignedInAccount(agent, await agent.submit(page, { show: 'accounts' }))),
    ).toBeTruthy();
  });

  test('sends a link to the live account for prompt=login, too', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const page = await openAuth(agent, { prompt: 'login' });
    expect(accountsOn(page)).toMatchObject([{ email, live: false }]);
    const checkEmail = await agent.submit(page, { account: accountsOn(page)[0]?.id ?? '' });
    expect(checkEmail.headers.get('location')).toBeNull();
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email, 2))));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('sends a link if the session has expired before the click', async () => {
    const email = newAddress();
    const agent = await signedIn(web, {}, email);
    const page = await openAuth(agent);
    await remove(agent, '');
    const after = await agent.submit(page, { account: accountsOn(page)[0]?.id ?? '' });
    expect(after.headers.get('location')).toBeNull();
    expect(after.status).toBe(200);
  });
});
