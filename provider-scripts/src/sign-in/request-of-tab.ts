/** The authorization request of a tab. */
import type { AuthenticationSessionModel } from 'keycloak';
import { CHOSEN_LOCALE_NOTE, REQUESTED_LOCALES_NOTE } from '../language/selector.ts';
import type { LinkRequest } from '../magic-link/link.ts';
import { locationOf } from '../tabs/move-tabs.ts';
import { REFERRAL_NOTE } from '../tabs/notes.ts';

/** Returns it as a link carries it. */
export function requestOf(tab: AuthenticationSessionModel): LinkRequest {
  const notes: Record<string, string> = {};
  const clientNotes = tab.getClientNotes();
  for (const name of clientNotes.keySet().toArray()) {
    const value = clientNotes.get(name);
    if (value !== null) notes[name] = value;
  }
  // The language chosen on the page overrides the one that the client requested.
  const chosen = tab.getAuthNote(CHOSEN_LOCALE_NOTE);
  if (chosen !== null)
    notes[REQUESTED_LOCALES_NOTE] = `${chosen} ${notes[REQUESTED_LOCALES_NOTE] ?? ''}`.trim();
  const referral = tab.getAuthNote(REFERRAL_NOTE);
  return {
    redirectUri: tab.getRedirectUri() ?? '',
    notes,
    ...(referral === null ? {} : { referral }),
    requestedBy: locationOf(tab),
  };
}
