/** Waits for the expiry of a link. */
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';

const MILLIS_PER_SECOND = 1000;
const POLL_MILLIS = 250;

/** Resolves once the link's `exp`, in whole seconds, is past. */
export async function untilLinkExpired(link: string): Promise<void> {
  const token = new URL(link).searchParams.get('token') ?? '';
  const end = ((decodeJwt(token).exp ?? 0) + 1) * MILLIS_PER_SECOND;
  while (Date.now() < end) await wait(POLL_MILLIS);
}
