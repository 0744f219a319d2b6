/** What a page that waits for an email asks, as its script does. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent, Page } from './agent.ts';

const MILLIS_PER_SECOND = 1000;

/** What it is told. */
export interface WaitingState {
  state: string;
  interval?: number;
}

/** Where a page asks, null for one that doesn't. */
export function stateUrlIn(page: Pick<Page, 'text'>): string | null {
  return /data-state-url="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

/** Where a page asks that has to. */
export function requireStateUrl(page: Pick<Page, 'text'>): string {
  const url = stateUrlIn(page);
  if (url === null) throw new Error(`doesn’t ask: ${page.text.slice(0, 1000)}`);
  return url;
}

/** One question; whoever is told to come back does. */
export async function pollState(agent: Agent, url: string): Promise<Page> {
  for (;;) {
    const answer = await agent.request(url, { headers: { accept: '*/*' } });
    if (answer.status !== 429) return answer;
    await wait(Number(answer.headers.get('retry-after')) * MILLIS_PER_SECOND);
  }
}

/** What a page is told. */
export async function waitingStateOf(agent: Agent, page: Pick<Page, 'text'>): Promise<WaitingState> {
  const answer = await pollState(agent, requireStateUrl(page));
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text) as WaitingState;
}
