/** Cross-device sign-in: the comparison code on the “check your email” page, and the page that prompts for it. */
import type { Agent, Page } from './agent.ts';

const VALUES = 1000;

/** The comparison code that a page shows; null if it shows none. */
export function comparisonCodeOn(page: Pick<Page, 'text'>): string | null {
  const shown = /<p class="lg-comparison-code"[^>]*>([\s\S]*?)<\/p>/.exec(page.text)?.[1];
  return shown?.replace(/<[^>]*>|\s/g, '') ?? null;
}

/** The comparison code that a page shows; throws if it shows none. */
export function requireComparisonCode(page: Pick<Page, 'text'>): string {
  const code = comparisonCodeOn(page);
  if (code === null) throw new Error(`no comparison code on: ${page.text.slice(0, 1000)}`);
  return code;
}

/** Another comparison code. */
export function otherComparisonCode(code: string, by = 1): string {
  return String((Number(code) + by) % VALUES).padStart(3, '0');
}

/** Whether a page prompts for the comparison code. */
export function promptsForComparisonCode(page: Pick<Page, 'text'>): boolean {
  return page.text.includes('name="comparison_code"');
}

/** Enters a comparison code on such a page. */
export async function enterComparisonCode(agent: Agent, page: Page, code: string): Promise<Page> {
  return await agent.submit(page, { comparison_code: code });
}

/** Chooses to sign in in the browser that opened the link. */
export async function signInHere(agent: Agent, page: Page): Promise<Page> {
  return await agent.submit(page, { here: 'true' });
}
