/** Builds the authorization request of a link that an app or a backend requested by a JSON body. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { withOpenid } from '../../clients/scope.ts';
import { countedScope, scopesOf } from '../../clients/scopes-of.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { REQUESTED_LOCALES_NOTE } from '../../realm/language/selector.ts';
import { requestedLevel } from '../../realm/levels/requested-level.ts';
import { referralKey } from '../referral/rows.ts';
import type { LinkRequest } from './link.ts';
import type { RequestBody } from './request-body.ts';

/** Returns the request as `/auth` would have stored it. */
export function requestOfBody(session: KeycloakSession, client: ClientModel, body: RequestBody): LinkRequest {
  const notes: Record<string, string> = {
    response_type: 'code',
    redirect_uri: body.redirect_uri,
    scope: withOpenid(countedScope(client, body.scope, scopesOf(client))),
    iss: baseUrl(session),
    ...requestedLevel(client),
  };
  for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method'] as const) {
    const value = body[name];
    if (value !== undefined) notes[name] = value;
  }
  // RFC 7636, section 4.3: without a method the challenge is plain.
  if (body.code_challenge !== undefined && body.code_challenge_method === undefined)
    notes.code_challenge_method = 'plain';
  if (body.ui_locales !== undefined) notes[REQUESTED_LOCALES_NOTE] = body.ui_locales;
  const referral = body.referral_code === undefined ? {} : { referral: referralKey(body.referral_code) };
  return { redirectUri: body.redirect_uri, notes, ...referral };
}
