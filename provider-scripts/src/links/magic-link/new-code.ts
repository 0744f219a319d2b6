/** The one-time code of a new email: none, beside its link, or alone and as long as guessing requires. */
import type { KeycloakSession } from 'keycloak';
import { hasCode, hasLink, type Settings } from '../../realm/flow/parse.ts';
import { lockShortGuesses } from '../../realm/limits/brake.ts';
import { type LimitKey, lookUpStatuses } from '../../realm/limits/rows.ts';
import { type AloneKind, type CodeKind, kindOfNewCode } from './one-time-code.ts';
import { countOpenTries, randomCode } from './one-time-code-rows.ts';

/** A code and its kind. */
export interface OneTimeCode {
  text: string;
  kind: CodeKind;
}

/**
 * Returns the code of an email at `now` (Unix seconds), for a page that takes codes; null if the settings have none. Runs in the retried
 * transaction that stores the code, after all look-ups: one without a link locks the realm's count of wrong nine-digit codes.
 *
 * @param network the limits of wrong codes from the requester's network
 */
export function newCode(
  own: KeycloakSession,
  settings: Settings,
  network: readonly LimitKey[],
  now: number,
): OneTimeCode | null {
  if (!hasCode(settings)) return null;
  const kind = hasLink(settings) ? 'beside-link' : kindWithin(own, network, now);
  return { kind, text: randomCode(kind) };
}

/** No two codes of a realm are counted at once, so that each counts those before it. */
function kindWithin(own: KeycloakSession, network: readonly LimitKey[], now: number): AloneKind {
  const wrong = lockShortGuesses(own);
  const isNetworkSpent =
    network.length > 0 && lookUpStatuses(own, network).some(({ status }) => !status.granted);
  return kindOfNewCode({ wrong, openTries: countOpenTries(own, now), isNetworkSpent });
}
