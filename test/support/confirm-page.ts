/** The pages that confirm the use of a link, or of an invitation. */
import type { Agent, Page } from './agent.ts';

/** Presses its button; returns the resulting page. */
export async function confirm(agent: Agent, page: Page): Promise<Page> {
  const key = /<button[^>]*name="confirm" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return await agent.submit(page, { confirm: key });
}
