/** Finds the invitation of a token, of a client that accepts sign-ins by links. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { landingUrl } from '../../clients/landing.ts';
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import { randomTokenIn } from '../../http/request/random-token.ts';
import type { Found } from '../../http/request/steps.ts';
import { clientOfInvitation } from '../../links/invitation/client.ts';
import type { InvitationRow } from '../../links/invitation/invitation.ts';
import { tokenKey } from '../../links/invitation/keys.ts';
import { findByToken } from '../../links/invitation/rows.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { applyRequestLocale } from '../../realm/language/selector.ts';
import { allowsInvitations } from '../../realm/settings/enabled.ts';
import { rejectInvitation } from './reject.ts';
import { languageOf } from './request.ts';

/** The step; from here on the response is in the invitation's language, and for its client. */
export function findInvitation(opening: Opening): Found<WithInvitation> {
  const { session } = opening;
  const given = openingParameter(opening, 'token');
  const token = given === null ? null : randomTokenIn(given);
  const found = token === null ? null : invitationOf(session, token);
  if (found === null) return { response: rejectInvitation(session, 'invalid') };
  session.getContext().setClient(found.client);
  applyRequestLocale(session, languageOf(found.row));
  return { found };
}

function invitationOf(session: KeycloakSession, token: string): WithInvitation | null {
  const key = allowsInvitations(requireRealm(session)) ? tokenKey(token) : null;
  const row = key === null ? null : findByToken(session, key);
  const client = row === null ? null : clientOfInvitation(session, row);
  if (key === null || row === null || client === null) return null;
  const landing = landingUrl(session, client, baseUrl(session), row.email);
  return landing === null ? null : { token, key, row, client, landing };
}

/** By `findInvitation`: the invitation, its client, and the URL it leads to. */
export interface WithInvitation {
  token: string;
  /** The token's key in the database. */
  key: string;
  row: InvitationRow;
  client: ClientModel;
  landing: string;
}
