/** A sign-in returns to the application in the requested response mode, by every way of signing in. */
import { expect, inject, test } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl, signedIn } from '../support/authorization.ts';
import { requestOnPage, requireCode, textOf } from '../support/check-email-page.ts';
import { chooseSignedInAccount, submitAddress } from '../support/chooser.ts';
import { type ClientResponse, clientResponseOf } from '../support/client-response.ts';
import { confirm } from '../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { exchange, follow, linkFor } from '../support/sign-in.ts';

const { baseUrl, clients } = inject('site');
const { web } = clients;

const MODES = ['query', 'fragment', 'form_post'] as const;
type Mode = (typeof MODES)[number];

/** The response mode of a request. */
interface Wish {
  response_mode: Mode;
  state: string;
  prompt?: 'consent';
}

/** A user who consented before, in a signed-in browser. */
interface User {
  email: string;
  signedInHere: Agent;
}

/** The page after authentication, and its browser. */
type Arrival = [Agent, Page];

const linkTo = async (email: string) => linkIn(await emailTo(email, 2));
const codeTo = async (email: string) => requireCode(await emailTo(email, 2));

const WAYS: Record<string, (user: User, wish: Wish) => Promise<Arrival>> = {
  'a link in the requesting browser': async ({ email }, request) => {
    const agent = new Agent();
    await requestOnPage(agent, email, web, { ...request });
    return [agent, await agent.open(await linkTo(email))];
  },
  'a link in another browser': async ({ email }, request) => {
    await requestOnPage(new Agent(), email, web, { ...request });
    const agent = new Agent();
    return [agent, await agent.open(await linkTo(email))];
  },
  'a link in a browser where the user is signed in': async ({ email, signedInHere: agent }, request) => {
    await requestOnPage(new Agent(), email, web, { ...request });
    return [agent, await agent.open(await linkTo(email))];
  },
  'a link in a browser where another user is signed in': async ({ email }, request) => {
    await requestOnPage(new Agent(), email, web, { ...request });
    const agent = await signedIn(web);
    return [agent, await confirm(agent, await agent.open(await linkTo(email)))];
  },
  'an entered code': async ({ email }, request) => {
    const agent = new Agent();
    const checkEmail = await requestOnPage(agent, email, web, { ...request });
    return [agent, await agent.submit(checkEmail, { code: await codeTo(email) })];
  },
  'an entered code where the user is signed in': async ({ email, signedInHere: agent }, request) => {
    const prompt = `login ${request.prompt ?? ''}`.trim();
    const checkEmail = await requestOnPage(agent, email, web, { ...request, prompt });
    return [agent, await agent.submit(checkEmail, { code: await codeTo(email) })];
  },
  'the account chooser': async ({ signedInHere: agent }, request) => {
    const page = await agent.open(authUrl(web, { fields: { ...request } }));
    return [agent, await chooseSignedInAccount(agent, page)];
  },
  'the account chooser in a tab that was open before the sign-in': async ({ email }, request) => {
    const agent = new Agent();
    const before = await agent.open(authUrl(web, { fields: { ...request } }));
    await follow(await linkFor(email, web, { emailNumber: 2 }), agent);
    return [agent, await chooseSignedInAccount(agent, await agent.open(before.url))];
  },
  'a link of an account that is listed': async ({ email, signedInHere: agent }, request) => {
    const prompt = `login ${request.prompt ?? ''}`.trim();
    const page = await agent.open(authUrl(web, { fields: { ...request, prompt } }));
    await submitAddress(agent, page, email);
    return [agent, await agent.open(await linkTo(email))];
  },
};

/** Starts a sign-in of a user who consented before. */
async function arrive(way: string, request: Wish): Promise<Arrival> {
  const email = newAddress();
  const begin = WAYS[way] as (typeof WAYS)[string];
  return await begin({ email, signedInHere: await signedIn(web, {}, email) }, request);
}

/** The authorization response, checked for its redirect URI and response mode. */
function requireResponse(page: Page, { response_mode: mode, state }: Wish): ClientResponse['parameters'] {
  const response = clientResponseOf(page);
  expect(response, `${page.status} ${textOf(page)}`).toEqual({
    mode,
    to: web.redirect_uri,
    parameters: expect.objectContaining({ state, iss: baseUrl }),
  });
  return response?.parameters ?? {};
}

const OUTCOMES = {
  'a code immediately with existing consent': async (way: string, mode: Mode) => {
    const request: Wish = { response_mode: mode, state: 'st' };
    const [, page] = await arrive(way, request);
    const { code } = requireResponse(page, request);
    expect((await exchange(code ?? null, web)).status).toBe(200);
  },
  'a code once consent is given': async (way: string, mode: Mode) => {
    expect(await responseTo({ accept: 'Yes' }, way, mode)).toMatchObject({
      code: expect.stringMatching(/./),
    });
  },
  'access_denied once consent is rejected': async (way: string, mode: Mode) => {
    expect(await responseTo({ cancel: 'No' }, way, mode)).toMatchObject({ error: 'access_denied' });
  },
};

/** The application's response after a button of the consent page was pressed. */
async function responseTo(pressed: Record<string, string>, way: string, mode: Mode) {
  const request: Wish = { response_mode: mode, state: 'st', prompt: 'consent' };
  const [agent, page] = await arrive(way, request);
  expect(clientResponseOf(page)).toBe(null);
  return requireResponse(await agent.submit(page, pressed), request);
}

/** All pairs of mode, way and outcome. */
const CASES = Object.keys(WAYS).flatMap((way, nth) =>
  MODES.map((mode, index) => {
    const names = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];
    return { way, mode, outcome: names[(nth + index) % names.length] as keyof typeof OUTCOMES };
  }),
);

test.each(CASES)('response_mode=$mode, by $way, gives $outcome', async ({ way, mode, outcome }) => {
  await OUTCOMES[outcome](way, mode);
});
