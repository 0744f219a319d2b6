/** Requests that respect the realm's rate limits: a rejected one waits as long as instructed. */

import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from './fault.ts';

/** A longer wait (the limits of an hour) isn't worth it. */
const LONGEST_WAIT_SECONDS = 65;
const MOST_ATTEMPTS = 3;
const TIMEOUT_MILLISECONDS = 30_000;

/**
 * `fetch`, but without following redirects, with a time limit, and patient with 429.
 * @param progress gets a line before each wait
 */
export function patientFetch(progress?: (line: string) => void): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      const response = await fetch(input, { redirect: 'manual', ...init, signal });
      if (response.status !== 429 || attempt === MOST_ATTEMPTS) return response;
      const seconds = Number(response.headers.get('ratelimit-reset') ?? response.headers.get('retry-after'));
      if (!(seconds >= 0)) return response;
      if (seconds > LONGEST_WAIT_SECONDS)
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
