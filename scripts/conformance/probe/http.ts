/** Requests that respect the realm's rate limits: a rejected request is retried after the given time. */

import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from './fault.ts';

/** Longer waits (for hourly limits) fail instead. */
const MAX_WAIT_SECONDS = 65;
const MAX_ATTEMPTS = 3;
const TIMEOUT_MILLISECONDS = 30_000;

/**
 * `fetch` without following redirects, with a timeout, and with retries after 429.
 * @param progress called with a line before each wait
 */
export function retryingFetch(progress?: (line: string) => void): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      const response = await fetch(input, { redirect: 'manual', ...init, signal });
      if (response.status !== 429 || attempt === MAX_ATTEMPTS) return response;
      const seconds = Number(response.headers.get('ratelimit-reset') ?? response.headers.get('retry-after'));
      if (!(seconds >= 0)) return response;
      if (seconds > MAX_WAIT_SECONDS)
        throw new Fault(`a rate limit is used up; it is available again in ${seconds} s`);
      progress?.(`the rate limit is used up: waiting ${seconds} s…`);
      await wait((seconds + 1) * 1000);
    }
  };
}

/** A response with its body read. */
export interface BufferedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is a JSON object. */
  readonly json: Record<string, unknown> | undefined;
}

/** Reads a complete response. */
export async function readResponse(response: Response): Promise<BufferedResponse> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonObject(text) };
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
