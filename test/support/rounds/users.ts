/** What users do in a round: request links, use them in many places concurrently, enter one-time codes and use referral codes. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { CATALOGUE } from '../../../provider-scripts/src/platform/errors/catalogue/index.ts';
import { Agent, type Page } from '../agent.ts';
import { requestOnPage } from '../check-email-page.ts';
import { onDatabase } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import { newAddress } from '../email.ts';
import { requestLink, submitConsent } from '../sign-in.ts';
import { CLOSED, finishAt, OPEN, type Place } from '../soak/world.ts';
import type { LinkRequest, ReferralCode, RejectionReason, UseResult } from './history.ts';
import { NODE_NAMES, type User } from './plan.ts';
import type { Seeded } from './seeded.ts';
import { type ReceivedEmail, responseIn, type World } from './world.ts';

const AS_PROGRAM = { accept: 'application/json' };
const AS_BROWSER = { accept: 'text/html' };
const PAUSE_MILLIS = 300;
/** A code allows five attempts; more than that, all correct, are sent concurrently. */
const CODE_SUBMISSIONS = 8;
/** An email that a node reports as sent has arrived; without a response, it may still be on its way. */
const DELIVERY_MILLIS = 2000;

const WHY: Readonly<Record<string, RejectionReason>> = {
  [CATALOGUE.link_used.text]: 'used',
  [CATALOGUE.link_superseded.text]: 'superseded',
  [CATALOGUE.link_revoked.text]: 'revoked',
  [CATALOGUE.link_expired.text]: 'expired',
  [CATALOGUE.link_invalid.text]: 'invalid',
};

/** A user with an address in a round. */
export interface RoundUser {
  plan: User;
  email: string;
  chance: Seeded;
  referral: (ReferralCode & { code: string }) | null;
  /** Unix milliseconds. */
  roundBegan: number;
}

/** A user's whole sign-in, from request to tokens. */
export async function runUser(world: World, user: RoundUser): Promise<void> {
  await until(user.roundBegan + user.plan.requestsAt);
  if (user.plan.kind === 'typist') return await signInByCode(world, user);
  for (let i = 0; i < user.plan.links; i++) await requestPatiently(world, user);
  if (user.plan.kind === 'late') await expireSoon(world, user);
  await until(user.roundBegan + user.plan.opensAt);
  await Promise.all(world.emailsTo(user.email).map((message) => useEverywhere(world, user, message)));
}

/** Opens a link, and retries until the response is final. */
export async function resolve(world: World, user: RoundUser, message: ReceivedEmail): Promise<void> {
  for (let node = user.plan.node; ; node = user.chance.pick(NODE_NAMES)) {
    const { what } = await open(world, user, message, node);
    if (what === 'in' || what === 'rejected' || Date.now() > world.deadline) return;
    await wait(PAUSE_MILLIS);
  }
}

/** Signs in at one node as a new, independent user; gives up after the recovery limit. Returns the link. */
export async function signInAt(world: World, node: NodeName): Promise<string> {
  const email = newAddress('probe');
  const send: typeof fetch = (url, init) => world.call(node, String(url), init, false);
  await requestLinkAt(send, OPEN, email, null);
  const [message] = world.emailsTo(email);
  if (message === undefined) throw new Error(`no email to ${email}`);
  const agent = new Agent(AS_BROWSER, undefined, send);
  await finishAt(send, OPEN, email, await submitConsent(agent, await agent.open(message.url)));
  return message.url;
}

async function requestPatiently(world: World, user: RoundUser): Promise<void> {
  const { chance, email, plan } = user;
  for (let node = plan.node; ; node = chance.pick(NODE_NAMES)) {
    const began = Date.now();
    const record = (response: LinkRequest['response']) =>
      world.history.requests.push({ email, began, ended: Date.now(), response });
    try {
      const send: typeof fetch = (url, init) => world.call(node, String(url), init);
      const status = await requestLinkAt(send, placeOf(user), email, user.referral?.code ?? null);
      record(status === 200 ? 'sent' : 'rejected');
      return;
    } catch (failure) {
      record(responseIn(failure));
      if (Date.now() > world.deadline) return;
      await wait(PAUSE_MILLIS);
    }
  }
}

async function requestLinkAt(
  send: typeof fetch,
  { baseUrl, client }: Place,
  email: string,
  referral_code: string | null,
): Promise<number> {
  const { client_id, redirect_uri } = client;
  const fields = { email, client_id, redirect_uri, scope: 'openid email' };
  const referral = referral_code === null ? {} : { referral_code };
  const response = await requestLink({ ...fields, ...referral }, baseUrl, send);
  const text = await response.text();
  if (response.status !== 403 || !text.includes('invalid_referral_code'))
    expect(response.status, text).toBe(200);
  return response.status;
}

/** Makes the user's links expire about when they are opened: both the rows and the tokens, which must agree. */
async function expireSoon(world: World, { email, roundBegan, plan }: RoundUser): Promise<void> {
  const end = Math.round((roundBegan + plan.opensAt) / 1000) + 2;
  const sql = 'UPDATE LINKGATE_LINK SET EXPIRES_AT = $1 WHERE EMAIL = $2';
  const isSet = await onDatabase((client) => client.query(sql, [end, email])).then(
    () => true,
    () => false,
  );
  // If the database is unreachable, the link stays as it is.
  if (isSet) await world.signAgain(email, { exp: end });
}

/** Opens a link in all places concurrently, and retries in one of them until the response is final. */
async function useEverywhere(world: World, user: RoundUser, message: ReceivedEmail): Promise<void> {
  const places = user.plan.places.map(async ({ node, after }) => {
    await wait(after);
    await open(world, user, message, node);
  });
  await Promise.all([resolve(world, user, message), ...places]);
}

/** Opens a link in a new browser; completes the sign-in if the link is accepted. */
async function open(
  world: World,
  user: RoundUser,
  { url, link }: ReceivedEmail,
  node: NodeName,
): Promise<UseResult> {
  const began = Date.now();
  const record = (response: UseResult): UseResult => {
    world.history.tried.push({ link, began, ended: Date.now(), response });
    return response;
  };
  let response: Response;
  try {
    response = await world.call(node, url, { headers: AS_PROGRAM });
  } catch (failure) {
    return record({ what: responseIn(failure) });
  }
  if (response.status !== 302) {
    const { error, message } = (await response.json()) as { error?: string; message?: string };
    const why = error === 'invalid_referral_code' ? 'referral' : WHY[message ?? ''];
    if (why === undefined)
      world.history.wrong.push(`link ${link} got the response ${response.status} ${error}: ${message}`);
    return record({ what: 'rejected', why: why ?? 'invalid' });
  }
  record({ what: 'in' });
  const outcome = { unclear: false };
  const patient = world.patient(user.chance, node, outcome);
  const first = (input: Parameters<typeof fetch>[0]) => String(input) === url;
  const send: typeof fetch = async (input, init) => (first(input) ? response : await patient(input, init));
  const agent = new Agent(AS_BROWSER, undefined, send);
  await completeSignIn(world, user, link, agent, outcome, patient, () => agent.open(url));
  return { what: 'in' };
}

/** Consents and exchanges the code. */
async function completeSignIn(
  world: World,
  user: RoundUser,
  link: string,
  agent: Agent,
  outcome: { unclear: boolean },
  send: typeof fetch,
  enter: () => Promise<Page>,
): Promise<void> {
  let error = '';
  try {
    await finishAt(send, placeOf(user), user.email, await submitConsent(agent, await enter()));
  } catch (failure) {
    error = String(failure).replace(/\s+/g, ' ').slice(0, 600);
  }
  world.history.ended.push({
    link,
    got: error === '' ? 'tokens' : 'nothing',
    unclear: outcome.unclear,
    detail: error,
  });
}

/** Requests a link on the page and enters the code there many times concurrently, while the link is opened elsewhere. */
async function signInByCode(world: World, user: RoundUser): Promise<void> {
  const { email, plan, chance } = user;
  const began = Date.now();
  const agent = new Agent(AS_BROWSER, undefined, world.patient(chance, plan.node));
  let checkEmail: Page | null = null;
  try {
    checkEmail = await requestOnPage(agent, email, OPEN.client);
  } catch (failure) {
    // A page whose form was submitted twice may have moved on; the email still has the link.
    if (world.history.called.every(({ status }) => status !== null && status !== 503))
      world.history.wrong.push(String(failure).slice(0, 300));
  }
  world.history.requests.push({
    email,
    began,
    ended: Date.now(),
    response: checkEmail === null ? 'none' : 'sent',
  });
  if (checkEmail === null) await wait(DELIVERY_MILLIS);
  await until(user.roundBegan + plan.opensAt);
  const messages = world.emailsTo(email);
  const message = messages.at(-1);
  const entering =
    checkEmail === null || message === undefined
      ? []
      : plan.places
          .slice(0, CODE_SUBMISSIONS)
          .map(({ node }) => enterCode(world, user, message, agent.cookies, checkEmail, node));
  await Promise.all([...entering, ...messages.map((each) => useEverywhere(world, user, each))]);
}

/** Submits the code once. */
async function enterCode(
  world: World,
  user: RoundUser,
  { link, code }: ReceivedEmail,
  cookies: Record<string, string>,
  checkEmail: Page,
  node: NodeName,
): Promise<void> {
  const began = Date.now();
  const outcome = { unclear: false };
  const patient = world.patient(user.chance, node, outcome);
  let entered = false;
  let isFirst = true;
  const send: typeof fetch = async (url, init) => {
    if (!isFirst) return await patient(url, init);
    isFirst = false;
    const record = (response: UseResult) =>
      world.history.tried.push({ link, began, ended: Date.now(), response });
    try {
      const response = await world.call(node, String(url), init);
      // Only the browser that uses the link gets a device cookie.
      entered = response.headers.getSetCookie().some((line) => line.startsWith('LINKGATE_DEVICE='));
      record(entered ? { what: 'in' } : { what: 'rejected', why: 'code' });
      return response;
    } catch (failure) {
      record({ what: responseIn(failure) });
      throw failure;
    }
  };
  const agent = new Agent(AS_BROWSER, undefined, send);
  for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
  let page: Page;
  try {
    page = await agent.submit(checkEmail, { code });
  } catch (failure) {
    if (entered)
      await completeSignIn(world, user, link, agent, { unclear: true }, patient, () =>
        Promise.reject(failure),
      );
    return;
  }
  if (entered) await completeSignIn(world, user, link, agent, outcome, patient, async () => page);
}

function placeOf({ plan }: RoundUser): Place {
  return plan.kind === 'guest' ? CLOSED : OPEN;
}

/** Waits until an instant in Unix milliseconds. */
export async function until(instant: number): Promise<void> {
  await wait(Math.max(0, instant - Date.now()));
}
