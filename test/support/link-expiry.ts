/** Waits for the expiry of a link. */
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { tokenIn } from './email.ts';

const MILLIS_PER_SECOND = 1000;
const POLL_MILLIS = 250;

/** Resolves once the link's `exp`, in whole seconds, is past. */
export async function untilLinkExpired(link: string): Promise<void> {
  const end = ((decodeJwt(tokenIn(link)).exp ?? 0) + 1) * MILLIS_PER_SECOND;
  while (Date.now() < end) await wait(POLL_MILLIS);
}
