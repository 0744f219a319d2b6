/** Cross-device sign-in in a stock realm: a tab that waits for a link, and the browser in which that is opened. */

import { expect } from 'vitest';
import { Agent, type Page } from './agent.ts';
import { textOf } from './check-email-page.ts';
import { enterComparisonCode, otherComparisonCode, requireComparisonCode } from './cross-device.ts';
import type { Part } from './flows.ts';
import type { SiteClient } from './site.ts';
import { requestBy } from './step-pages.ts';
import { LINK, type StepRealm, type StepUser, startSignIn } from './step-realm.ts';

/** The pages' headings, of a link that was opened elsewhere. */
export const WHERE = 'Where do you want to sign in?';
export const ONLY_THERE = 'Sign in on the device where you requested the link';
export const THERE = 'You are signed in on the other device';
export const WRONG = 'The comparison code is not correct';
/** The page of a link that can continue only in the requesting browser. */
export const OPEN_THERE = 'Open this link where you started';

/** A step whose links can be approved. */
export const CROSS_DEVICE: Part & { provider: string } = { provider: LINK, config: { crossDevice: 'true' } };

/** A tab that waits for a link. */
export interface WaitingTab {
  user: StepUser;
  waiting: Agent;
  /** The "check your email" page. */
  page: Page;
  link: string;
}

/** Requests a link by what leads to the "check your email" page. */
export async function waitBy(
  user: StepUser,
  waiting: Agent,
  reach: () => Promise<Page>,
): Promise<WaitingTab> {
  const { page, link } = await requestBy(waiting, user, reach);
  return { user, waiting, page, link };
}

/** Requests a link by the step that is first in its flow. */
export async function waitForLink(
  realm: StepRealm,
  client: SiteClient,
  user: StepUser,
  { waiting = new Agent(), fields = {} }: { waiting?: Agent; fields?: Record<string, string> } = {},
): Promise<WaitingTab> {
  return await waitBy(user, waiting, async () =>
    waiting.submit(await startSignIn(realm, client, waiting, fields), { email: user.email, action: 'send' }),
  );
}

/** Opens the link in another browser and enters the comparison code there; returns the browser and its next page. */
export async function approve(
  { page, link }: WaitingTab,
  owner = new Agent(),
): Promise<{ owner: Agent; done: Page }> {
  const done = await enterComparisonCode(owner, await owner.open(link), requireComparisonCode(page));
  expect(textOf(done)).toContain(THERE);
  return { owner, done };
}

/** Enters another comparison code. */
export async function mistype({ page, link }: WaitingTab, owner = new Agent()): Promise<Page> {
  const wrong = otherComparisonCode(requireComparisonCode(page));
  return await enterComparisonCode(owner, await owner.open(link), wrong);
}

/** Looks for the approval, as the page's script does once its poll says so. */
export async function look({ waiting, page }: WaitingTab): Promise<Page> {
  return await waiting.submit(page, { action: 'look' });
}

/** Presses *Sign that device out*. */
export async function signOut(owner: Agent, page: Page): Promise<void> {
  expect(textOf(await owner.submit(page, { revoke: 'true' }))).toContain('That device is signed out');
}
