/** What a user does on the pages of a flow with the step. */

import { expect } from 'vitest';
import type { Agent, Page } from './agent.ts';
import { textOf } from './check-email-page.ts';
import { type Email, emailsTo, emailTo, linkIn } from './email.ts';
import type { StepUser } from './step-realm.ts';

export const typeAddress = (agent: Agent, page: Page, { email }: StepUser): Promise<Page> =>
  agent.submit(page, { email, action: 'send' });

export const typePassword = (agent: Agent, page: Page, { username, password }: StepUser): Promise<Page> =>
  agent.submit(page, { ...(page.text.includes('name="username"') ? { username } : {}), password });

/** On the page for a user whom the flow knows, which has no field. */
export async function pressSend(agent: Agent, page: Page): Promise<Page> {
  expect(page.text).not.toContain('name="email"');
  return await agent.submit(page, { action: 'send' });
}

/** Chooses the step by *Try another way*. */
export async function chooseStep(agent: Agent, page: Page): Promise<Page> {
  const ways = await agent.submit(page, { tryAnotherWay: 'on' });
  expect(textOf(ways)).toContain('Link or code by email');
  const before = ways.text.slice(0, ways.text.indexOf('Link or code by email'));
  const id = [...before.matchAll(/authenticationExecution[\s\S]*?value="([^"]+)"/g)].at(-1)?.[1] ?? '';
  return await agent.submit(ways, { authenticationExecution: id });
}

/** A link that was requested. */
interface RequestedLink {
  agent: Agent;
  /** The "check your email" page. */
  page: Page;
  link: string;
  /** The one-time code, if the step sends one. */
  code: string;
}

/** Requests a link by what leads to the "check your email" page, and reads the email. */
export async function requestBy(
  agent: Agent,
  { email: address }: StepUser,
  reach: () => Promise<Page>,
): Promise<RequestedLink> {
  const before = (await emailsTo(address)).length;
  const page = await reach();
  const email = await emailTo(address, before + 1).catch((failure: unknown): Email => {
    throw new Error(`${String(failure)}; the page: ${page.status} ${textOf(page)}`);
  });
  expect(textOf(page)).toContain('Check your email');
  return { agent, page, link: linkIn(email), code: /^\d{6}$/m.exec(email.text)?.[0] ?? '' };
}
