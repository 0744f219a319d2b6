/** Responses of a sign-in with the longest `state` and `nonce` fit into the buffer that nginx has for headers by default. */
import { afterAll, expect, inject, test } from 'vitest';
import { setLinkSettings } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, pkcePair } from '../support/authorization.ts';
import { requestOnPage, requireCode } from '../support/check-email-page.ts';
import { chooseSignedInAccount } from '../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { headerBytes } from '../support/header-bytes.ts';
import { linkFor } from '../support/sign-in.ts';

const { clients } = inject('site');
const { web } = clients;

const NGINX_DEFAULT = 4096;
const LONGEST = { state: 's'.repeat(1024), nonce: 'n'.repeat(1024), ...pkcePair().challenge };

/** A browser that records the size of each response's headers. */
class Measuring extends Agent {
  readonly sizes: Record<string, number> = {};

  override async request(url: string, init: RequestInit = {}): Promise<Page> {
    const page = await super.request(url, init);
    const { pathname } = new URL(url);
    this.sizes[`${init.method ?? 'GET'} ${pathname} ${page.status}`] = headerBytes(page);
    return page;
  }
}

let restore = async (): Promise<void> => {};
afterAll(async () => restore());

function expectShort(agent: Measuring): void {
  const long = Object.entries(agent.sizes).filter(([, size]) => size >= NGINX_DEFAULT);
  expect(long, JSON.stringify(agent.sizes)).toEqual([]);
  expect(Object.keys(agent.sizes).length).toBeGreaterThan(3);
}

/** Grants consent where the page is shown, and expects the state at the client. */
async function arrive(agent: Measuring, page: Page): Promise<void> {
  const end = page.status === 200 ? await agent.submit(page, { accept: 'Yes' }) : page;
  const target = new URL(end.headers.get('location') ?? '');
  expect(target.searchParams.get('state')).toBe(LONGEST.state);
}

test('by a link opened in the requesting browser, and once more without one', async () => {
  const [agent, email] = [new Measuring(), newAddress()];
  await requestOnPage(agent, email, web, LONGEST);
  await arrive(agent, await agent.open(linkIn(await emailTo(email))));
  await arrive(
    agent,
    await chooseSignedInAccount(agent, await agent.open(authUrl(web, { fields: LONGEST }))),
  );
  expectShort(agent);
});

test('by a code', async () => {
  const [agent, email] = [new Measuring(), newAddress()];
  const checkEmail = await requestOnPage(agent, email, web, LONGEST);
  await arrive(agent, await agent.submit(checkEmail, { code: requireCode(await emailTo(email)) }));
  expectShort(agent);
});

test('by a link with a confirm page, and by one that is opened again', async () => {
  restore = await setLinkSettings({ confirm: 'always' });
  const [agent, email] = [new Measuring(), newAddress()];
  const link = await linkFor(email, web, LONGEST);
  const page = await agent.open(link);
  const key = /name="confirm" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const consent = await agent.submit(page, { confirm: key });
  await agent.open(link);
  await arrive(agent, consent);
  await agent.open(link);
  expectShort(agent);
});
