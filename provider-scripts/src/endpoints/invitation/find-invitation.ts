/** Finds the invitation of a token, of a client that accepts sign-ins by links. */

import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { landingUrl } from '../../clients/landing.ts';
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import { applyStockLanguage } from '../../http/pages/stock-language.ts';
import { randomTokenIn } from '../../http/request/random-token.ts';
import type { Found } from '../../http/request/steps.ts';
import { clientOfInvitation } from '../../links/invitation/client.ts';
import { type InvitationRow, isUsable } from '../../links/invitation/invitation.ts';
import { tokenKey } from '../../links/invitation/keys.ts';
import { findByToken } from '../../links/invitation/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { applyRequestLocale } from '../../realm/language/selector.ts';
import { allowsInvitations, isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { rejectInvitation } from './reject.ts';
import { languageOf } from './request.ts';

/** The step; from here on the response is in the invitation's language, and for its client. */
export function findInvitation(opening: Opening): Found<WithInvitation> {
  const { session } = opening;
  const given = openingParameter(opening, 'token');
  const token = given === null ? null : randomTokenIn(given);
  const key = token === null || !allowsInvitations(requireRealm(session)) ? null : tokenKey(token);
  const row = key === null ? null : findByToken(session, key);
  if (token === null || key === null || row === null)
    return { response: rejectInvitation(session, 'invalid') };
  applyRequestLocale(session, languageOf(row));
  applyStockLanguage(session, row.language);
  const client = clientOfInvitation(session, row);
  const landing = client === null ? null : landingUrl(session, client, baseUrl(session), row.email);
  if (client === null || landing === null) return { response: rejectWithoutClient(session, row) };
  session.getContext().setClient(client);
  return { found: { token, key, row, client, landing } };
}

/** Of a stock realm, the page says that its flows have changed; whom a Linkgate realm has approved is nobody's business. */
function rejectWithoutClient(session: KeycloakSession, row: InvitationRow): Response {
  const hasChanged = !isLinkgateRealm(requireRealm(session)) && isUsable(row, currentTime());
  return rejectInvitation(session, 'invalid', hasChanged);
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
