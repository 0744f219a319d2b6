/**
 * A grace for a refresh whose response was lost, as a setting of the client: the token that was used last may be used once more, soon. Off by
 * default, as that is also how a stolen token would be used.
 */
import { readSetting } from '../realm/settings/read.ts';
import { CLIENT } from '../realm/settings/table.ts';

/** Why an attribute has no effect; null if it has, or is off. */
export function graceFault(
  attribute: unknown,
  client: { hasRefreshTokens: boolean; isPublic: boolean; requiresProof: boolean },
): string | null {
  if (!readSetting(CLIENT.refreshGrace, attribute)) return null;
  if (!client.hasRefreshTokens) return `${CLIENT.refreshGrace.name} is true, but it gets no refresh tokens`;
  return client.isPublic && !client.requiresProof
    ? `${CLIENT.refreshGrace.name} is true, but a public client's tokens are bound to no key`
    : null;
}

/** How long after its use a token may be used again, in seconds. */
export const REFRESH_GRACE_SECONDS = 10;

/** A refresh token that a client presents, and what is known of it. */
export interface PresentedToken {
  /** Whether the client has the setting. */
  isOn: boolean;
  /** Whether using the token takes more than having it: the client's secret, or the key that the token is bound to. */
  isProven: boolean;
  /** Whether no token of the sign-in was used since this one was. */
  isLastUsed: boolean;
  /** How often it was used. */
  uses: number;
  /** Seconds since it was used, by the server's clock; negative if the clock of another node is ahead. */
  age: number;
  /** Whether the grace was used for it. */
  isRepeated: boolean;
}

/** Whether a used token may be used once more. */
export function isWithinGrace(token: PresentedToken): boolean {
  const isUsedOnce = token.isLastUsed && token.uses === 1 && !token.isRepeated;
  return token.isOn && token.isProven && isUsedOnce && Math.abs(token.age) <= REFRESH_GRACE_SECONDS;
}
