/** The account chooser, and its buttons. */
import type { Agent, Page } from './agent.ts';

/** An account as the page lists it. */
export interface ListedAccount {
  id: string;
  email: string;
  /** Whether it continues without an email. */
  live: boolean;
}

/** Returns the accounts that a page lists; none if it isn't the chooser. */
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

/** Presses the button of the signed-in account; returns a page without one unchanged. */
export async function chooseSignedInAccount(agent: Agent, page: Page): Promise<Page> {
  const live = accountsOn(page).find((account) => account.live);
  return live === undefined ? page : await agent.submit(page, { account: live.id });
}

/** Requests a link to an address: by its button if listed, otherwise by entering it. */
export async function submitAddress(agent: Agent, page: Page, email: string): Promise<Page> {
  const accounts = accountsOn(page);
  const known = accounts.find((account) => account.email === email);
  if (known !== undefined) return await agent.submit(page, { account: known.id });
  return await agent.submit(accounts.length > 0 ? await agent.submit(page, { show: 'address' }) : page, {
    email,
  });
}

/** Whether a page requires an email: it prompts for an address, or for the account that a link is for. */
export function requiresEmail(page: Page): boolean {
  if (page.status !== 200) return false;
  const accounts = accountsOn(page);
  return (
    /<input[^>]*\bname="email"/.test(page.text) || (accounts.length > 0 && !accounts.some(({ live }) => live))
  );
}
