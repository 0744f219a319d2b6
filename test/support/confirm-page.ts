/** The confirm page, shown before a link is used. */
import type { Agent, Page } from './agent.ts';

/** Presses its button; returns the resulting page. */
export async function confirm(agent: Agent, page: Page): Promise<Page> {
  const key = /<button[^>]*name="confirm" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return await agent.submit(page, { confirm: key });
}
