/** The authorization request of an invitation: none of its client's, which begins one where it is led to. */
import { DEFAULT_SCOPE, withOpenid } from '../../client/scope.ts';
import type { InvitationRow } from '../../invitation/invitation.ts';
import { REQUESTED_NOTE } from '../../language/selector.ts';
import type { LinkRequest } from '../../magic-link/link.ts';

/** What a link's request is that leads to the client's own page. */
export function requestOf(row: InvitationRow, landing: string): LinkRequest {
  return {
    redirectUri: landing,
    notes: { response_type: 'code', scope: withOpenid(DEFAULT_SCOPE), ...languageOf(row) },
    lands: true,
  };
}

/** The note of the language that the user was invited in. */
export function languageOf({ language }: InvitationRow): Record<string, string> {
  return language === null ? {} : { [REQUESTED_NOTE]: language };
}
