/** What users do in a round: request links, use them in many places concurrently, enter one-time codes and use referral codes. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { CATALOGUE } from '../../../provider-scripts/src/errors/catalogue/index.ts';
import { Agent, type Page } from '../agent.ts';
import { requestOnPage } from '../check-email-page.ts';
import { onDatabase } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import { newAddress } from '../email.ts';
import { submitConsent } from '../sign-in.ts';
import { CLOSED, finishAt, OPEN, type Place } from '../soak/world.ts';
import type { LinkRequest, ReferralCode, RejectionReason, UseResult } from './history.ts';
import { NODE_NAMES, type User } from './plan.ts';
import type { Seeded } from './seeded.ts';
import { type ReceivedEmail, responseIn, type World } from './world.ts';

const AS_PROGRAM = { accept: 'application/json' };
const AS_BROWSER = { accept: 'text/html' };
const PAUSE_MILLIS = 300;
/** A code allows five attempts; more than that, all correct, are sent concurrently. */
const TYPED_BY = 8;
/** An email that a node reports as sent has arrived; without a response, it may still be on its way. */
const POST_MILLIS = 2000;

const WHY: Readonly<Record<string, RejectionReason>> = {
  [CATALOGUE.link_used.text]: 'used',
  [CATALOGUE.link_superseded.text]: 'superseded',
  [CATALOGUE.link_revoked.text]: 'revoked',
  [CATALOGUE.link_expired.text]: 'expired',
  [CATALOGUE.link_invalid.text]: 'invalid',
};

/** A user with an address in a round. */
export interface Traveller {
  plan: User;
  email: string;
  chance: Seeded;
  referral: (ReferralCode & { code: string }) | null;
  /** Unix milliseconds. */
  roundBegan: number;
}

/** A user's whole sign-in, from request to tokens. */
export async function travel(world: World, one: Traveller): Promise<void> {
  await until(one.roundBegan + one.plan.requestsAt);
  if (one.plan.kind === 'typist') return await typeCode(world, one);
  for (let i = 0; i < one.plan.links; i++) await ask(world, one);
  if (one.plan.kind === 'late') await endSoon(world, one);
  await until(one.roundBegan + one.plan.opensAt);
  await Promise.all(world.lettersTo(one.email).map((letter) => useEverywhere(world, one, letter)));
}

/** Opens a link, and retries until the response is final. */
export async function resolve(world: World, one: Traveller, letter: ReceivedEmail): Promise<void> {
  for (let node = one.plan.node; ; node = one.chance.pick(NODE_NAMES)) {
    const { what } = await open(world, one, letter, node);
    if (what === 'in' || what === 'rejected' || Date.now() > world.deadline) return;
    await wait(PAUSE_MILLIS);
  }
}

/** Signs in at one node as a new, independent user; gives up after the recovery limit. Returns the link. */
export async function signInAt(world: World, node: NodeName): Promise<string> {
  const email = newAddress('probe');
  const send: typeof fetch = (url, init) => world.call(node, String(url), init, false);
  await requestLink(send, OPEN, email, null);
  const [letter] = world.lettersTo(email);
  if (letter === undefined) throw new Error(`no email to ${email}`);
  const agent = new Agent(AS_BROWSER, undefined, send);
  await finishAt(send, OPEN, email, await submitConsent(agent, await agent.open(letter.url)));
  return letter.url;
}

async function ask(world: World, one: Traveller): Promise<void> {
  const { chance, email, plan } = one;
  for (let node = plan.node; ; node = chance.pick(NODE_NAMES)) {
    const began = Date.now();
    const note = (response: LinkRequest['response']) =>
      world.history.asked.push({ email, began, ended: Date.now(), response });
    try {
      const send: typeof fetch = (url, init) => world.call(node, String(url), init);
      const status = await requestLink(send, placeOf(one), email, one.referral?.code ?? null);
      note(status === 200 ? 'sent' : 'rejected');
      return;
    } catch (failure) {
      note(responseIn(failure));
      if (Date.now() > world.deadline) return;
      await wait(PAUSE_MILLIS);
    }
  }
}

async function requestLink(
  send: typeof fetch,
  { baseUrl, client }: Place,
  email: string,
  referral_code: string | null,
): Promise<number> {
  const { client_id, redirect_uri } = client;
  const fields = {
    email,
    client_id,
    redirect_uri,
    scope: 'openid email',
    ...(referral_code === null ? {} : { referral_code }),
  };
  const asked = await send(`${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const text = await asked.text();
  if (asked.status !== 403 || !text.includes('invalid_referral_code')) expect(asked.status, text).toBe(200);
  return asked.status;
}

/** Makes the user's links expire about when they are opened: both the rows and the tokens, which must agree. */
async function endSoon(world: World, { email, roundBegan, plan }: Traveller): Promise<void> {
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
async function useEverywhere(world: World, one: Traveller, letter: ReceivedEmail): Promise<void> {
  const places = one.plan.places.map(async ({ node, after }) => {
    await wait(after);
    await open(world, one, letter, node);
  });
  await Promise.all([resolve(world, one, letter), ...places]);
}

/** Opens a link in a new browser; completes the sign-in if the link is accepted. */
async function open(
  world: World,
  one: Traveller,
  { url, link }: ReceivedEmail,
  node: NodeName,
): Promise<UseResult> {
  const began = Date.now();
  const note = (response: UseResult): UseResult => {
    world.history.tried.push({ link, began, ended: Date.now(), response });
    return response;
  };
  let response: Response;
  try {
    response = await world.call(node, url, { headers: AS_PROGRAM });
  } catch (failure) {
    return note({ what: responseIn(failure) });
  }
  if (response.status !== 302) {
    const { error, message } = (await response.json()) as { error?: string; message?: string };
    const why = error === 'invalid_referral_code' ? 'referral' : WHY[message ?? ''];
    if (why === undefined)
      world.history.wrong.push(`link ${link} was answered ${response.status} ${error}: ${message}`);
    return note({ what: 'rejected', why: why ?? 'invalid' });
  }
  note({ what: 'in' });
  const notes = { unclear: false };
  const patient = world.patient(one.chance, node, notes);
  const first = (given: Parameters<typeof fetch>[0]) => String(given) === url;
  const send: typeof fetch = async (given, init) => (first(given) ? response : await patient(given, init));
  const agent = new Agent(AS_BROWSER, undefined, send);
  await goOn(world, one, link, agent, notes, patient, () => agent.open(url));
  return { what: 'in' };
}

/** Consents and exchanges the code. */
async function goOn(
  world: World,
  one: Traveller,
  link: string,
  agent: Agent,
  notes: { unclear: boolean },
  send: typeof fetch,
  enter: () => Promise<Page>,
): Promise<void> {
  let said = '';
  try {
    await finishAt(send, placeOf(one), one.email, await submitConsent(agent, await enter()));
  } catch (failure) {
    said = String(failure).replace(/\s+/g, ' ').slice(0, 600);
  }
  world.history.ended.push({ link, got: said === '' ? 'tokens' : 'nothing', unclear: notes.unclear, said });
}

/** Requests a link on the page and enters the code there many times concurrently, while the link is opened elsewhere. */
async function typeCode(world: World, one: Traveller): Promise<void> {
  const { email, plan, chance } = one;
  const began = Date.now();
  const agent = new Agent(AS_BROWSER, undefined, world.patient(chance, plan.node));
  let inbox: Page | null = null;
  try {
    inbox = await requestOnPage(agent, email, OPEN.client);
  } catch (failure) {
    // A page whose form was submitted twice may have moved on; the email still has the link.
    if (world.history.called.every(({ status }) => status !== null && status !== 503))
      world.history.wrong.push(String(failure).slice(0, 300));
  }
  world.history.asked.push({ email, began, ended: Date.now(), response: inbox === null ? 'none' : 'sent' });
  if (inbox === null) await wait(POST_MILLIS);
  await until(one.roundBegan + plan.opensAt);
  const letters = world.lettersTo(email);
  const letter = letters.at(-1);
  const typing =
    inbox === null || letter === undefined
      ? []
      : plan.places
          .slice(0, TYPED_BY)
          .map(({ node }) => typeAt(world, one, letter, agent.cookies, inbox, node));
  await Promise.all([...typing, ...letters.map((each) => useEverywhere(world, one, each))]);
}

/** Submits the code once. */
async function typeAt(
  world: World,
  one: Traveller,
  { link, code }: ReceivedEmail,
  cookies: Record<string, string>,
  inbox: Page,
  node: NodeName,
): Promise<void> {
  const began = Date.now();
  const notes = { unclear: false };
  const patient = world.patient(one.chance, node, notes);
  let entered = false;
  let isFirst = true;
  const send: typeof fetch = async (url, init) => {
    if (!isFirst) return await patient(url, init);
    isFirst = false;
    const note = (response: UseResult) =>
      world.history.tried.push({ link, began, ended: Date.now(), response });
    try {
      const response = await world.call(node, String(url), init);
      // Only the browser that uses the link gets a device cookie.
      entered = response.headers.getSetCookie().some((line) => line.startsWith('LINKGATE_DEVICE='));
      note(entered ? { what: 'in' } : { what: 'rejected', why: 'code' });
      return response;
    } catch (failure) {
      note({ what: responseIn(failure) });
      throw failure;
    }
  };
  const agent = new Agent(AS_BROWSER, undefined, send);
  for (const [name, value] of Object.entries(cookies)) agent.setCookie(name, value);
  let page: Page;
  try {
    page = await agent.submit(inbox, { code });
  } catch (failure) {
    if (entered)
      await goOn(world, one, link, agent, { unclear: true }, patient, () => Promise.reject(failure));
    return;
  }
  if (entered) await goOn(world, one, link, agent, notes, patient, async () => page);
}

function placeOf({ plan }: Traveller): Place {
  return plan.kind === 'guest' ? CLOSED : OPEN;
}

/** Waits until an instant in Unix milliseconds. */
export async function until(instant: number): Promise<void> {
  await wait(Math.max(0, instant - Date.now()));
}
