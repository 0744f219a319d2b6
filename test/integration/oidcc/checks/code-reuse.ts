/** A code that comes to the token endpoint twice (RFC 6749, section 4.1.2). */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import type { Checks } from '../modules.ts';
import { exchangeCode, type Outcome, signIn } from '../relying-party.ts';

const { baseUrl } = inject('site');
const REUSE_AFTER_MILLIS = 30_000;

let used: { outcome: Outcome; atMillis: number } | undefined;

/** Uses a code now, so that its 30 seconds pass while the other modules run. */
export async function useCodeEarly(): Promise<void> {
  used = { outcome: await signIn(), atMillis: Date.now() };
}

async function isRefused({ code, accessToken }: Outcome): Promise<void> {
  const answer = await exchangeCode(code);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  const userinfo = await fetch(`${baseUrl}/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(userinfo.status, 'the first access token is dead').toBe(401);
}

export const CODE_REUSE_CHECKS = {
  'oidcc-codereuse': async () => {
    await isRefused(await signIn());
  },

  // The module is about those 30 seconds: only what is left of them is waited for.
  'oidcc-codereuse-30seconds': async () => {
    if (used === undefined) throw new Error('no code was used before');
    await wait(Math.max(0, used.atMillis + REUSE_AFTER_MILLIS - Date.now()));
    await isRefused(used.outcome);
  },
} satisfies Checks;
