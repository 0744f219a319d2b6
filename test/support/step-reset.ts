/** *Forgot password* in a realm whose reset credentials flow has the step. */
import { expect } from 'vitest';
import { Agent, type Page } from './agent.ts';
import type { Part } from './flows.ts';
import type { SiteClient } from './site.ts';
import { requestBy } from './step-pages.ts';
import { LINK, type StepRealm, type StepUser, startSignIn } from './step-realm.ts';

/** The flow as Keycloak's own, with the step in place of its email. */
export const resetParts = (config: Record<string, string> = {}): Part[] => [
  { provider: 'reset-credentials-choose-user' },
  { provider: LINK, config },
  { provider: 'reset-password' },
  {
    requirement: 'CONDITIONAL',
    parts: [{ provider: 'conditional-user-configured' }, { provider: 'reset-otp' }],
  },
];

/** Comes from the password page, and says who forgot it. */
export async function forget(
  realm: StepRealm,
  client: SiteClient,
  username: string,
): Promise<{ agent: Agent; page: Page }> {
  const agent = new Agent();
  const first = await startSignIn(realm, client, agent);
  const url = /href="([^"]*reset-credentials[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const page = await agent.open(new URL(url, first.url).href);
  return { agent, page: await agent.submit(page, { username }) };
}

/** The same, and the link that is sent then. */
export async function requestReset(realm: StepRealm, client: SiteClient, user: StepUser) {
  const { agent, page } = await forget(realm, client, user.username);
  return {
    first: page,
    ...(await requestBy(agent, user, async () => agent.submit(page, { action: 'send' }))),
  };
}

/** Sets the new password on the page for it. */
export async function setPassword(agent: Agent, page: Page, password: string): Promise<Page> {
  expect(page.text).toContain('name="password-new"');
  return await agent.submit(page, { 'password-new': password, 'password-confirm': password });
}
