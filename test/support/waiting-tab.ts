/** Polls the state of a “check your email” page, as its script does. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent, Page } from './agent.ts';
import { CLIENT_API } from './client-api.ts';

const MILLIS_PER_SECOND = 1000;

/** The response to a poll. */
export interface WaitingState {
  state: string;
  interval?: number;
}

/** The URL that a page polls; null if it doesn’t poll. */
export function stateUrlIn(page: Pick<Page, 'text'>): string | null {
  return /data-state-url="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

/** The URL that a page polls; throws if it has none. */
export function requireStateUrl(page: Pick<Page, 'text'>): string {
  const url = stateUrlIn(page);
  if (url === null) throw new Error(`doesn’t poll: ${page.text.slice(0, 1000)}`);
  return url;
}

/** Polls once; retries after 429 as `Retry-After` says. */
export async function pollState(agent: Agent, url: string): Promise<Page> {
  for (;;) {
    const response = await agent.request(url, { headers: { accept: '*/*' } });
    if (response.status !== 429) return response;
    await wait(Number(response.headers.get('retry-after')) * MILLIS_PER_SECOND);
  }
}

/** The state that a page’s poll returns. */
export async function waitingStateOf(agent: Agent, page: Pick<Page, 'text'>): Promise<WaitingState> {
  const response = await pollState(agent, requireStateUrl(page));
  CLIENT_API.documented('GET', '/sign-in-state', response.status, response.text);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return JSON.parse(response.text) as WaitingState;
}
