/** The step as the first way of a flow in a stock realm: the other ways are buttons on its page, and carry the name along (docs/features/step.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import type { Part } from '../support/flows.ts';
import type { SiteClient } from '../support/site.ts';
import { chooseStep, requestBy, typeAddress } from '../support/step-pages.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  signedInAs,
  startSignIn,
} from '../support/step-realm.ts';

const FORM = 'auth-username-password-form';
const or = (provider: string): Part => ({ provider, requirement: 'ALTERNATIVE' });

let realm: StepRealm;
let client: SiteClient;
let passwordFirst: SiteClient;
let alone: SiteClient;
let afterName: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  const ways = (parts: readonly Part[]): Part => ({ parts, requirement: 'REQUIRED' });
  client = await realm.makeClient([ways([or(LINK), or(FORM)])]);
  passwordFirst = await realm.makeClient([ways([or(FORM), or(LINK)])]);
  alone = await realm.makeClient([{ provider: LINK }]);
  afterName = await realm.makeClient([
    { provider: 'auth-username-form' },
    ways([or(LINK), or('auth-password-form')]),
  ]);
});
afterAll(async () => await realm?.remove());

/** The buttons of the page that lead to another way of the flow: the execution's id and the name. */
function waysOn({ text }: Page): { id: string; name: string }[] {
  const buttons = text.matchAll(/name="authenticationExecution" value="([^"]+)"[^>]*>([^<]+)</g);
  return [...buttons].map(([, id = '', name = '']) => ({ id, name }));
}

/** The name in the page's field for it. */
function nameIn({ text }: Page): string | undefined {
  const field = /<input[^>]*name="(?:email|username)"[^>]*>/.exec(text)?.[0] ?? '';
  return /value="([^"]*)"/.exec(field)?.[1];
}

const choose = async (agent: Agent, page: Page, fields: Record<string, string> = {}): Promise<Page> =>
  await agent.submit(page, { ...fields, authenticationExecution: waysOn(page)[0]?.id ?? '' });

/** Submits a form with a field that a script has added to it. */
async function submitWith(
  agent: Agent,
  page: Page,
  fields: Record<string, string>,
  added: Record<string, string>,
): Promise<Page> {
  const inputs = Object.keys(added).map((name) => `<input name="${name}" />`);
  const [field = ''] = Object.keys(fields);
  const text = page.text.replace(`name="${field}"`, `name="${field}"/>${inputs.join('')}<input name="-"`);
  return await agent.submit({ url: page.url, text }, { ...fields, ...added });
}

describe('the first page', () => {
  test('asks for the address, and has a button for the password in place of Keycloak’s link', async () => {
    const page = await startSignIn(realm, client, new Agent());
    expect(page.text).toContain('name="email"');
    expect(waysOn(page).map(({ name }) => name)).toEqual(['Username and password']);
    expect(page.text).not.toContain('tryAnotherWay');
  });

  test('signs in by a link with one page more than a Linkgate realm', async () => {
    const [user, agent] = [await realm.makeUser(), new Agent()];
    const pages: Page[] = [await startSignIn(realm, client, agent)];
    const { page, link } = await requestBy(agent, user, async () =>
      typeAddress(agent, pages[0] as Page, user),
    );
    pages.push(page, await agent.open(link));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await signedInAs(realm, client, await openAndConfirm(link, agent))).toBe(user.id);
  });

  test('leads to the password form with what was typed, which signs in as before', async () => {
    const [user, agent] = [await realm.makeUser(), new Agent()];
    const form = await choose(agent, await startSignIn(realm, client, agent), { email: user.email });
    expect(form.text).toContain('name="password"');
    expect(nameIn(form)).toBe(user.email);
    const wrong = await agent.submit(form, { username: user.email, password: 'wrong' });
    expect(textOf(wrong)).toContain('Invalid username or password');
    const end = await agent.submit(wrong, { username: user.email, password: user.password });
    expect(await signedInAs(realm, client, end)).toBe(user.id);
  });

  test('is the same for a name without an account, on each way', async () => {
    const pagesFor = async (email: string) => {
      const agent = new Agent();
      const form = await choose(agent, await startSignIn(realm, client, agent), { email });
      const wrong = await agent.submit(form, { username: email, password: 'wrong' });
      const sender = new Agent();
      const sent = await sender.submit(await startSignIn(realm, client, sender), { email, action: 'send' });
      const later = await sender.submit(sent, { tryAnotherWay: 'on' });
      return [form, wrong, sent, later].map((page) => textOf(page).replaceAll(email, '…'));
    };
    const { email } = await realm.makeUser();
    expect(await pagesFor(`nobody-${email}`)).toEqual(await pagesFor(email));
  });

  test('has no such buttons without another way, nor for a user whom the flow has identified', async () => {
    expect(waysOn(await startSignIn(realm, alone, new Agent()))).toEqual([]);
    const [user, agent] = [await realm.makeUser({ credentials: [] }), new Agent()];
    const page = await agent.submit(await startSignIn(realm, afterName, agent), { username: user.username });
    expect(page.text).toContain('value="send"');
    expect(waysOn(page)).toEqual([]);
  });
});

describe('the name', () => {
  test('comes along from the page of a link that was sent', async () => {
    const [user, agent] = [await realm.makeUser(), new Agent()];
    const sent = await typeAddress(agent, await startSignIn(realm, client, agent), user);
    const list = await agent.submit(sent, { tryAnotherWay: 'on' });
    const password = /authenticationExecution[\s\S]*?value="([^"]+)"/g;
    const ids = [...list.text.matchAll(password)].map(([, id = '']) => id);
    const form = await agent.submit(list, { authenticationExecution: ids.at(-1) ?? '' });
    expect(form.text).toContain('name="password"');
    expect(nameIn(form)).toBe(user.email);
  });

  test('comes along from the password form: what a theme’s script adds, or else what was sent', async () => {
    const { username } = await realm.makeUser();
    const typed = new Agent();
    const form = await startSignIn(realm, passwordFirst, typed);
    const list = await submitWith(typed, form, { tryAnotherWay: 'on' }, { username });
    const ids = [...list.text.matchAll(/authenticationExecution[\s\S]*?value="([^"]+)"/g)];
    expect(nameIn(await typed.submit(list, { authenticationExecution: ids.at(-1)?.[1] ?? '' }))).toBe(
      username,
    );
    const failed = new Agent();
    const wrong = await failed.submit(await startSignIn(realm, passwordFirst, failed), {
      username,
      password: 'wrong',
    });
    expect(nameIn(await chooseStep(failed, wrong))).toBe(username);
  });

  test('is the one that was typed last', async () => {
    const [first, second] = [await realm.makeUser(), await realm.makeUser()];
    const agent = new Agent();
    const form = await choose(agent, await startSignIn(realm, client, agent), { email: first.email });
    const wrong = await agent.submit(form, { username: second.username, password: 'wrong' });
    const step = await chooseStep(agent, wrong);
    expect(nameIn(step)).toBe(second.username);
    expect(nameIn(await choose(agent, step, { email: first.username }))).toBe(first.username);
  });

  test('that the flow has asked for stays', async () => {
    const [user, other] = [await realm.makeUser(), await realm.makeUser()];
    const agent = new Agent();
    const page = await agent.submit(await startSignIn(realm, afterName, agent), { username: user.username });
    const list = await submitWith(agent, page, { tryAnotherWay: 'on' }, { email: other.email });
    expect(list.text).toContain(user.username);
    expect(list.text).not.toContain(other.email);
  });
});
