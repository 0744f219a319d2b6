/**
 * Lets a client use a refresh token once more whose response was lost (`clients/refresh-grace.ts`). Keycloak then rotates it as if it had never been
 * used, and the lost successor has ended: using that one ends all tokens of the sign-in.
 */

import type { AccessToken, AuthenticatedClientSessionModel, ClientModel, KeycloakSession } from 'keycloak';
import { isBuiltIn, requiresProof } from '../clients/client.ts';
import { isWithinGrace } from '../clients/refresh-grace.ts';
import { refreshTokensOf } from '../clients/refresh-tokens-of.ts';
import { currentTime } from '../platform/engine/clock.ts';
import { sessionValue } from '../platform/session/values.ts';
import { settingOf } from '../realm/settings/of.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { markUnused } from './refresh-tokens.ts';

/** The client session's note with the last token for which the grace was used; the sign-in's identifier follows. */
const REPEATED_NOTE = 'linkgate.refresh-repeated.';

/** The user whose token this request used again. */
const REPEATED = sessionValue<string>('refresh-repeated');

/** The refresh grant's function as the host calls it. */
export const TOKEN_USES = {
  /** Called before Keycloak validates that a token wasn't used: under its lock for uses of these tokens. */
  using(session: KeycloakSession, clientSession: AuthenticatedClientSessionModel, token: AccessToken): void {
    const client = clientSession.getClient();
    if (!hasGrace(client) || !isRepeatable(client, clientSession, token)) return;
    clientSession.setNote(REPEATED_NOTE + signInOf(token), token.getId());
    markUnused(clientSession, signInOf(token), token.getId());
    REPEATED.record(session, clientSession.getUserSession().getUser()?.getId() ?? '');
  },
};

function isRepeatable(
  client: ClientModel,
  clientSession: AuthenticatedClientSessionModel,
  token: AccessToken,
): boolean {
  const signIn = signInOf(token);
  const id = token.getId();
  return isWithinGrace({
    isOn: true,
    isProven: !client.isPublicClient() || (requiresProof(client) && isBound(token)),
    isLastUsed: clientSession.getRefreshToken(signIn) === id,
    uses: clientSession.getRefreshTokenUseCount(signIn),
    age: currentTime() - clientSession.getRefreshTokenLastRefresh(signIn),
    isRepeated: clientSession.getNote(REPEATED_NOTE + signIn) === id,
  });
}

function signInOf(token: AccessToken): string {
  return String(token.getOtherClaims().get('reuse_id') ?? '');
}

/** The user whose token this request used again, within the grace; null if it didn't. */
export function repeatedRefreshOf(session: KeycloakSession): string | null {
  return REPEATED.of(session);
}

function hasGrace(client: ClientModel): boolean {
  return (
    !isBuiltIn(client.getClientId()) &&
    settingOf(client, CLIENT.refreshGrace) &&
    refreshTokensOf(client) !== 'off'
  );
}

/** Whether a token is bound to a key; Keycloak has verified a proof with that key then. */
function isBound(token: AccessToken): boolean {
  const key = token.getConfirmation()?.getKeyThumbprint();
  return key !== null && key !== undefined;
}
