/** Calls of the session endpoints, as a page of the same site makes them. */
import { inject } from 'vitest';
import type { Agent, Page } from './agent.ts';
import type { ListedAccount } from './chooser.ts';
import { CLIENT_API } from './client-api.ts';

/** The response of `GET /session`. */
export interface SessionState {
  authenticated: boolean;
  account?: ListedAccount & { name: string };
  accounts: (ListedAccount & { name: string })[];
  csrf_token: string;
}

/** `GET /session`. */
export async function sessionOf(agent: Agent, baseUrl = inject('site').baseUrl): Promise<SessionState> {
  const response = await agent.request(`${baseUrl}/session`);
  CLIENT_API.documented('GET', '/session', response.status, response.text);
  return JSON.parse(response.text) as SessionState;
}

/** Sends a state-changing request to any path; with a fresh token by default, `null` for none. */
export async function removeAt(agent: Agent, path: string, token?: string | null): Promise<Page> {
  const { baseUrl } = inject('site');
  const sent = token === undefined ? (await sessionOf(agent)).csrf_token : token;
  return await agent.request(`${baseUrl}/session${path}`, {
    method: 'DELETE',
    headers: sent === null ? {} : { 'x-csrf-token': sent },
  });
}

/** The same to a path that there is: its response is as docs/client-api.json describes it. */
export async function remove(agent: Agent, path: string, token?: string | null): Promise<Page> {
  const response = await removeAt(agent, path, token);
  CLIENT_API.documented('DELETE', `/session${path}`, response.status, response.text);
  return response;
}

/** Status, code, form and headers of a rejection, for comparing. */
export function rejectionOf(page: Page) {
  return {
    status: page.status,
    type: page.headers.get('content-type')?.split(';')[0],
    cache: page.headers.get('cache-control'),
    body: JSON.parse(page.text) as unknown,
  };
}
