/** Signing in where a link was requested: the digits of the page that waits, and the page that takes them. */
import type { Agent, Page } from './agent.ts';

const VALUES = 1000;

/** The digits that a page shows, null for one that shows none. */
export function comparisonCodeOn(page: Pick<Page, 'text'>): string | null {
  const shown = /<p class="lg-digits"[^>]*>([\s\S]*?)<\/p>/.exec(page.text)?.[1];
  return shown?.replace(/<[^>]*>|\s/g, '') ?? null;
}

/** The digits of a page that has to show some. */
export function requireComparisonCode(page: Pick<Page, 'text'>): string {
  const digits = comparisonCodeOn(page);
  if (digits === null) throw new Error(`no digits on: ${page.text.slice(0, 1000)}`);
  return digits;
}

/** Digits that aren't these. */
export function otherComparisonCode(digits: string, by = 1): string {
  return String((Number(digits) + by) % VALUES).padStart(3, '0');
}

/** Whether a page asks where to sign in. */
export function promptsForComparisonCode(page: Pick<Page, 'text'>): boolean {
  return page.text.includes('name="digits"');
}

/** Types digits on such a page. */
export async function enterComparisonCode(agent: Agent, page: Page, digits: string): Promise<Page> {
  return await agent.submit(page, { digits });
}

/** Chooses to sign in where the link was opened. */
export async function signInHere(agent: Agent, page: Page): Promise<Page> {
  return await agent.submit(page, { here: 'true' });
}
