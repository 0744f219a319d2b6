/** The account chooser's page, and what a user presses on it. */
import type { Agent, Page } from './agent.ts';

/** An account as the page lists it. */
export interface ListedAccount {
  id: string;
  email: string;
  /** It continues without an email. */
  live: boolean;
}

/** The accounts that a page lists, none where it is no chooser. */
export function accountsOn(page: Page): ListedAccount[] {
  const accounts: ListedAccount[] = [];
  for (const [, id = '', label = ''] of page.text.matchAll(
    /<button[^>]*name="account" value="([^"]*)"[^>]*>([\s\S]*?)<\/button>/g,
  )) {
    const email = /<bdi[^>]*>([^<]*)<\/bdi>/.exec(label)?.[1] ?? '';
    accounts.push({ id, email, live: label.includes('Signed in') });
  }
  return accounts;
}

/** Presses the button of who is signed in; a page without one stays as it is. */
export async function pressLive(agent: Agent, page: Page): Promise<Page> {
  const live = accountsOn(page).find((account) => account.live);
  return live === undefined ? page : await agent.submit(page, { account: live.id });
}

/** Has a link sent to an address: by its button where it is listed, else by typing it. */
export async function giveAddress(agent: Agent, page: Page, email: string): Promise<Page> {
  const accounts = accountsOn(page);
  const known = accounts.find((account) => account.email === email);
  if (known !== undefined) return await agent.submit(page, { account: known.id });
  return await agent.submit(accounts.length > 0 ? await agent.submit(page, { show: 'address' }) : page, {
    email,
  });
}

/** Whether nobody gets past a page without an email: it asks for an address, or which account a link is for. */
export function requestsForLink(page: Page): boolean {
  if (page.status !== 200) return false;
  const accounts = accountsOn(page);
  return (
    /<input[^>]*\bname="email"/.test(page.text) || (accounts.length > 0 && !accounts.some(({ live }) => live))
  );
}
