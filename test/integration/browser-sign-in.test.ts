/** Sign-in on the pages, without scripts: address, "check your email" page, link, consent (contract, section 3). */
import { describe, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/server/ports.ts';
import { setMailPort } from '../support/admin.ts';
import { Agent, type Page } from '../support/agent.ts';
import { chooseSignedInAccount, requiresEmail } from '../support/chooser.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../support/email.ts';
import { exchange, follow, linkFor, submitConsent } from '../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

function authUrl(extra: Record<string, string> = {}): string {
  const parameters = {
    response_type: 'code',
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    scope: 'openid email',
    state: 'st',
    ...extra,
  };
  return `${baseUrl}/auth?${new URLSearchParams(parameters)}`;
}

async function requestFor(agent: Agent, email: string, url = authUrl()): Promise<Page> {
  return await agent.submit(await agent.open(url), { email });
}

describe('sign-in on the pages', () => {
  test('leads from the address by email and consent to the client', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestFor(agent, email);
    expect(checkEmail.status).toBe(200);
    expect(checkEmail.text).toContain(email);
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    expect(target.searchParams.get('state')).toBe('st');
    expect((await exchange(target.searchParams.get('code'), web)).status).toBe(200);
  });

  test('shows the same page for an address that has an account and one that has none', async () => {
    const known = newAddress('somebody');
    await follow(await linkFor(known, web));
    const pages = [
      await requestFor(new Agent(), known),
      await requestFor(new Agent(), newAddress('somebody')),
    ];
    const plain = pages.map((page) =>
      page.text
        .replace(/somebody-[\w-]+@example\.com/g, '')
        .replace(/(tab_id|session_code|client_data|execution)=[\w.-]+/g, ''),
    );
    expect(plain[0]).toBe(plain[1]);
  });

  test('sends nothing when the "check your email" page is refreshed', async () => {
    const agent = new Agent();
    const email = newAddress();
    const checkEmail = await requestFor(agent, email);
    expect((await agent.open(checkEmail.url)).text).toContain(email);
    await emailTo(email);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test('resends, and accepts another address, on the "check your email" page', async () => {
    const agent = new Agent();
    const [first, second] = [newAddress(), newAddress()];
    const checkEmail = await requestFor(agent, first);
    const again = await agent.submit(checkEmail, { action: 'resend' });
    await emailTo(first, 2);
    const form = await agent.submit(again, { action: 'change' });
    await agent.submit(form, { email: second });
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(second))));
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  test('finishes in another browser than the requesting one', async () => {
    const email = newAddress();
    await requestFor(new Agent(), email);
    const target = await follow(linkIn(await emailTo(email)));
    expect(target.searchParams.get('state')).toBe('st');
  });

  test('explains what is wrong with an address and keeps it in the field', async () => {
    const agent = new Agent();
    const page = await requestFor(agent, 'not an address');
    expect(page.status).toBe(200);
    expect(page.text).toContain('value="not an address"');
  });

  test('returns access_denied with the state on cancel', async () => {
    const agent = new Agent();
    const end = await agent.submit(await agent.open(authUrl()), { cancel: 'true' });
    const target = new URL(end.headers.get('location') ?? '');
    expect([target.searchParams.get('error'), target.searchParams.get('state')]).toEqual([
      'access_denied',
      'st',
    ]);
  });

  test('returns access_denied on cancel of the "check your email" page too', async () => {
    const agent = new Agent();
    const end = await agent.submit(await requestFor(agent, newAddress()), { cancel: 'true' });
    expect(new URL(end.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
  });

  test('reports an email that can’t be sent on the page, with the form for another try', async () => {
    const restore = await setMailPort(await freePort());
    const agent = new Agent();
    const email = newAddress();
    const page = await requestFor(agent, email).finally(restore);
    expect(page.status).toBe(503);
    expect(page.text).toContain('We couldn’t send the email');
    expect(page.text).toContain(`value="${email}"`);
    expect((await agent.submit(page, { email })).text).toContain('name="action"');
  });

  test('needs one click and no email in a live session; prompt=login and prompt=none are honoured', async () => {
    const agent = new Agent();
    await follow(await linkFor(newAddress(), web, { scope: 'openid email' }), agent);
    const live = await chooseSignedInAccount(agent, await agent.open(authUrl()));
    expect(new URL(live.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy();
    const silent = await agent.open(authUrl({ prompt: 'none' }));
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('code')).toBeTruthy();
    expect(requiresEmail(await agent.open(authUrl({ prompt: 'login' })))).toBe(true);
    const signedOut = await new Agent().open(authUrl({ prompt: 'none' }));
    expect(new URL(signedOut.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  test('joins the live session by the same user’s link; its tokens stay valid', async () => {
    const agent = new Agent();
    const email = newAddress();
    const target = await follow(await linkFor(email, web), agent);
    const tokens = (await (await exchange(target.searchParams.get('code'), web)).json()) as {
      access_token: string;
    };
    await follow(await linkFor(email, web, { emailNumber: 2 }), agent);
    const userinfo = await fetch(`${baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(userinfo.status).toBe(200);
  });

  test('grants openid if the scope omits it', async () => {
    const agent = new Agent();
    const email = newAddress();
    await requestFor(agent, email, authUrl({ scope: 'email' }));
    const target = await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    const tokens = (await (await exchange(target.searchParams.get('code'), web)).json()) as Record<
      string,
      string
    >;
    expect(tokens.id_token).toBeTruthy();
    expect(tokens.scope?.split(' ').sort()).toEqual(['email', 'openid']);
  });
});
