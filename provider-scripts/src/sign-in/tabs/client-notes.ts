/** Keycloak's client notes of a tab's request, as links carry them. */
import type { AuthenticationSessionModel } from 'keycloak';
import { CHOSEN_LOCALE_NOTE, REQUESTED_LOCALES_NOTE } from '../../realm/language/selector.ts';

/**
 * The client note with the referral code in the authorization URL: unlike the tab's other notes, it is still there after an identity
 * provider. Links contain only a code's hash, so that they don't carry it.
 */
export const PREFILLED_REFERRAL_NOTE = 'linkgate.prefilled-referral';

/** The client note with the key of the invitation by which a tab was opened, so that it is still there once the request starts anew. */
export const INVITATION_NOTE = 'linkgate.invitation';

/** Those that the tab's links don't carry: the tab they open is another one. */
const OF_TAB_ALONE: readonly string[] = [PREFILLED_REFERRAL_NOTE, INVITATION_NOTE];

/** Returns them; the language chosen on the page overrides the one that the client requested. */
export function clientNotesOf(tab: AuthenticationSessionModel): Record<string, string> {
  const notes: Record<string, string> = {};
  const clientNotes = tab.getClientNotes();
  for (const name of clientNotes.keySet().toArray()) {
    const value = OF_TAB_ALONE.includes(name) ? null : clientNotes.get(name);
    if (value !== null) notes[name] = value;
  }
  const chosen = tab.getAuthNote(CHOSEN_LOCALE_NOTE);
  if (chosen !== null)
    notes[REQUESTED_LOCALES_NOTE] = `${chosen} ${notes[REQUESTED_LOCALES_NOTE] ?? ''}`.trim();
  return notes;
}
