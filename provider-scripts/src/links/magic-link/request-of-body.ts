/** Builds the authorization request of a link that an app or a backend requested by a JSON body. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { NOTED_PARAMETERS } from '../../clients/noted-parameters.ts';
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
  const scope = withOpenid(countedScope(client, body.scope, scopesOf(client)));
  const referral = body.referral_code === undefined ? {} : { referral: referralKey(body.referral_code) };
  return {
    redirectUri: body.redirect_uri,
    notes: { redirect_uri: body.redirect_uri, ...requestNotes(session, client, { ...body, scope }) },
    ...referral,
  };
}

/** The client notes that `/auth` sets for a request, without its redirect URI. */
export function requestNotes(
  session: KeycloakSession,
  client: ClientModel,
  {
    scope,
    ...given
  }: { scope: string; ui_locales?: string } & Partial<Record<(typeof NOTED_PARAMETERS)[number], string>>,
): Record<string, string> {
  const notes: Record<string, string> = {
    response_type: 'code',
    scope,
    iss: baseUrl(session),
    ...requestedLevel(client, given.acr_values ?? null),
  };
  for (const name of NOTED_PARAMETERS) {
    const value = given[name];
    if (value !== undefined) notes[name] = value;
  }
  // RFC 7636, section 4.3: without a method the challenge is plain.
  if (given.code_challenge !== undefined && given.code_challenge_method === undefined)
    notes.code_challenge_method = 'plain';
  if (given.ui_locales !== undefined) notes[REQUESTED_LOCALES_NOTE] = given.ui_locales;
  return notes;
}
