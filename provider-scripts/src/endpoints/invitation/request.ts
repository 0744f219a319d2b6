/** The link request of an invitation: not the client's authorization request, which the client starts itself afterwards. */
import { DEFAULT_SCOPE, withOpenid } from '../../client/scope.ts';
import type { InvitationRow } from '../../invitation/invitation.ts';
import { REQUESTED_LOCALES_NOTE } from '../../language/selector.ts';
import type { LinkRequest } from '../../magic-link/link.ts';

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
