/** Journeys in which links are requested, opened and revoked by several users, or more often than needed. */
import { expect } from 'vitest';
import { CATALOGUE } from '../../../provider-scripts/src/platform/errors/catalogue/index.ts';
import type { Reason } from '../../all/model/trace-event.ts';
import { admin } from '../admin.ts';
import { Agent } from '../agent.ts';
import { authUrl } from '../authorization.ts';
import { enterComparisonCode, requireComparisonCode } from '../cross-device.ts';
import { newAddress } from '../email.ts';
import { newReferral } from '../referrals.ts';
import { submitConsent } from '../sign-in.ts';
import { TryAgain } from './balancer.ts';
import {
  CLOSED,
  finish,
  type Journey,
  newAgent,
  OPEN,
  type Place,
  requestByApi,
  type World,
} from './world.ts';

const LINKS = 2;
const OPENED_BY = 3;
/** One more than the limit. */
const GUESTS = 3;

/** A program that opens links accepts no HTML. */
const AS_PROGRAM = { accept: 'application/json' };

/** The reason for a rejection, by its name in the model. */
const REASONS: Readonly<Record<string, Reason>> = {
  [CATALOGUE.link_used.text]: 'WasUsed',
  [CATALOGUE.link_superseded.text]: 'WasSuperseded',
  [CATALOGUE.link_invalid.text]: 'Invalid',
};

/** Opens a link; returns the response, or the reason for the rejection. */
async function open(world: World, link: string): Promise<{ response: Response } | { why: Reason }> {
  const response = await world.balancer.fetch(link, { headers: AS_PROGRAM });
  if (response.status === 302) return { response };
  const { error, message } = (await response.json()) as { error: string; message: string };
  const why = error === 'invalid_referral_code' ? 'NoReferral' : REASONS[message];
  if (why === undefined)
    throw new Error(`the response to a link was ${response.status} ${error}: ${message}`);
  world.recorder.rejected(link, response.url, why);
  return { why };
}

/** Opens an invalid link. */
export async function openAgain(world: World, link: string, why: Reason): Promise<void> {
  expect(await open(world, link)).toEqual({ why });
}

/** Opens a link and completes the sign-in; returns the reason if it was rejected. */
async function enter(world: World, place: Place, link: string, email: string): Promise<Reason | null> {
  const agent = new Agent({ accept: 'text/html' }, undefined, async (url, init) => {
    const opened = String(url) === link ? await open(world, link) : null;
    if (opened === null) return await world.balancer.fetch(String(url), init);
    return 'response' in opened ? opened.response : new Response(opened.why, { status: 401 });
  });
  const page = await agent.open(link);
  if (page.status === 401) return page.text as Reason;
  await finish(world, place, email, await submitConsent(agent, page));
  world.recorder.signedIn(link);
  return null;
}

/** Several links of one user, each opened in many places at the same moment: only one signs in. */
export const openedByMany: Journey = async (world) => {
  const email = newAddress('crowd');
  const links: string[] = [];
  for (let i = 0; i < LINKS; i++) links.push((await requestByApi(world, OPEN, email)).link);
  const everywhere = links.flatMap((link) => Array.from({ length: OPENED_BY }, () => link));
  const outcomes = await Promise.all(everywhere.map((link) => enter(world, OPEN, link, email)));
  expect(outcomes.filter((why) => why === null)).toHaveLength(1);
};

/** Two links of one user, opened by programs on both nodes at once: one is accepted, and its sign-in goes no further. */
export async function stampede(world: World, places: number): Promise<void> {
  const email = newAddress('stampede');
  const links = [
    (await requestByApi(world, OPEN, email)).link,
    (await requestByApi(world, OPEN, email)).link,
  ];
  const everywhere = Array.from({ length: places }, (_, i) => links[i % links.length] ?? '');
  const outcomes = await Promise.all(everywhere.map((link) => open(world, link)));
  expect(outcomes.filter((outcome) => 'response' in outcome)).toHaveLength(1);
}

/**
 * Messages of Keycloak's failures while a node stops or starts: in an administrator's sign-in, and in its admin API when a
 * transaction times out.
 */
const KEYCLOAKS_OWN = ["can't sign in as administrator", 'unknown_error'];

/** An administrator's action, which isn't what the soak is about. */
async function asAdministrator<T>(work: () => Promise<T>): Promise<T> {
  return await work().catch((failure: unknown) => {
    const text = String(failure);
    throw KEYCLOAKS_OWN.some((own) => text.includes(own)) ? new TryAgain(text) : failure;
  });
}

/** A referral code with one use fewer than there are users. */
export const byReferral: Journey = async (world) => {
  const { id, code } = await asAdministrator(() => newReferral({ max_uses: GUESTS - 1 }));
  const guests = Array.from({ length: GUESTS }, () => newAddress('guest'));
  const links = await Promise.all(
    guests.map(async (email) => (await requestByApi(world, CLOSED, email, { referral_code: code })).link),
  );
  const outcomes = await Promise.all(guests.map((email, i) => enter(world, CLOSED, links[i] ?? '', email)));
  expect(outcomes.toSorted(), id).toEqual(['NoReferral', null, null]);
};

/** An account is deleted while one of its links is pending. */
export const revoked: Journey = async (world) => {
  const email = newAddress('gone');
  const { link } = await requestByApi(world, OPEN, email);
  expect(await enter(world, OPEN, link, email)).toBe(null);
  const other = await requestByApi(world, OPEN, email);
  await asAdministrator(async () => {
    const { users } = await admin();
    const [account] = await users.find({ realm: 'linkgate', email, exact: true });
    await users.del({ realm: 'linkgate', id: account?.id ?? '' });
  });
  await openAgain(world, other.link, 'Invalid');
};

/** A link is opened elsewhere and signs in the requesting browser; then the user who opened it revokes that session. */
export const approved: Journey = async (world) => {
  const { code: referral_code } = await asAdministrator(() => newReferral({ max_uses: 1 }));
  const email = newAddress('approved');
  const [waiting, elsewhere] = [newAgent(world), newAgent(world)];
  const page = await waiting.open(authUrl(CLOSED.client, { at: `${CLOSED.baseUrl}/auth` }));
  const message = world.links.next(email);
  const checkEmail = await waiting.submit(page, { email, referral_code });
  const { link } = await message;
  const typed = await enterComparisonCode(
    elsewhere,
    await elsewhere.open(link),
    requireComparisonCode(checkEmail),
  );
  const target = await submitConsent(waiting, await waiting.open(checkEmail.url));
  const token = await finish(world, CLOSED, email, target);
  world.recorder.signedIn(link);
  await elsewhere.submit(typed, { revoke: 'true' });
  world.recorder.crossDeviceRevoked(link);
  const response = await world.balancer.fetch(`${CLOSED.baseUrl}/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(401);
};
