/** Keycloak's client notes of a tab's request, as links carry them. */
import type { AuthenticationSessionModel } from 'keycloak';
import { CHOSEN_LOCALE_NOTE, REQUESTED_LOCALES_NOTE } from '../../realm/language/selector.ts';

/**
 * The client note with the referral code in the authorization URL: unlike the tab's other notes, it is still there after an identity
 * provider. Links contain only a code's hash, so that they don't carry it.
 */
export const PREFILLED_REFERRAL_NOTE = 'linkgate.prefilled-referral';

/** Returns them; the language chosen on the page overrides the one that the client requested. */
export function clientNotesOf(tab: AuthenticationSessionModel): Record<string, string> {
  const notes: Record<string, string> = {};
  const clientNotes = tab.getClientNotes();
  for (const name of clientNotes.keySet().toArray()) {
    const value = name === PREFILLED_REFERRAL_NOTE ? null : clientNotes.get(name);
    if (value !== null) notes[name] = value;
  }
  const chosen = tab.getAuthNote(CHOSEN_LOCALE_NOTE);
  if (chosen !== null)
    notes[REQUESTED_LOCALES_NOTE] = `${chosen} ${notes[REQUESTED_LOCALES_NOTE] ?? ''}`.trim();
  return notes;
}
