/** The link request of an invitation: not the client's authorization request, which the client starts itself afterwards. */
import { DEFAULT_SCOPE, withOpenid } from '../../clients/scope.ts';
import type { InvitationRow } from '../../links/invitation/invitation.ts';
import type { LinkRequest } from '../../links/magic-link/link.ts';
import { REQUESTED_LOCALES_NOTE } from '../../realm/language/selector.ts';

/** The request of a link that leads to the client's own page. */
export function requestOf(row: InvitationRow, landing: string): LinkRequest {
  return {
    redirectUri: landing,
    notes: { response_type: 'code', scope: withOpenid(DEFAULT_SCOPE), ...languageOf(row) },
    lands: true,
  };
}

/** The note with the invitation's language. */
export function languageOf({ language }: InvitationRow): Record<string, string> {
  return language === null ? {} : { [REQUESTED_LOCALES_NOTE]: language };
}
