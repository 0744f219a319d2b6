/** Rate limit headers of responses, and concurrent calls. */
import { inject } from 'vitest';
import { type RequestFrom, type ResponseFrom, requestFrom } from './from-address.ts';

/** The `RateLimit-…` headers of a response as numbers; absent ones are `null`. */
export function limitStatusIn({ headers }: ResponseFrom) {
  const number = (name: string) => (headers[name] === undefined ? null : Number(headers[name]));
  return {
    limit: number('ratelimit-limit'),
    remaining: number('ratelimit-remaining'),
    reset: number('ratelimit-reset'),
  };
}

/** How many calls run concurrently. */
const AT_ONCE = 50;

/** Repeats a call `count` times, up to fifty concurrently. */
export async function together(
  count: number,
  call: (index: number) => Promise<ResponseFrom>,
): Promise<ResponseFrom[]> {
  const responses: ResponseFrom[] = [];
  while (responses.length < count) {
    const first = responses.length;
    const length = Math.min(AT_ONCE, count - first);
    responses.push(...(await Promise.all(Array.from({ length }, (_, index) => call(first + index)))));
  }
  return responses;
}

/** Counts responses by status. */
export function statuses(responses: readonly ResponseFrom[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** `POST /request-magic-link` of the sample client `demo-web`, from an address of this machine. */
export async function requestLinkFrom(
  address: string,
  email: string,
  fields: Record<string, unknown> = {},
  headers: RequestFrom['headers'] = {},
): Promise<ResponseFrom> {
  const { baseUrl, clients } = inject('site');
  const { client_id, redirect_uri } = clients.web;
  return await requestFrom(address, `${baseUrl}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, client_id, redirect_uri, ...fields }),
  });
}
