/** For whom a step runs: a user whom the flow has identified, a name that was given in it, or anybody. */
import type { AuthenticationFlowContext, UserModel } from 'keycloak';
import { normaliseOnServer } from '../address/idn.ts';
import { tabNoteOfExistingUser } from './keycloak-notes.ts';
import { isProvenHere } from './proven-here.ts';

/** `named`: in *forgot password*, a name without an account, which must look like any other. */
export type Subject =
  | { kind: 'known'; user: UserModel; proven: boolean }
  | { kind: 'named'; name: string }
  | { kind: 'unknown'; suggested: string };

/** Keycloak's note of the name that was typed on an earlier page (`AbstractUsernameFormAuthenticator`). */
const ATTEMPTED_NOTE = 'ATTEMPTED_USERNAME';
const RESET_CREDENTIALS = 'reset-credentials';

/** Finds it out. */
export function subjectOf(context: AuthenticationFlowContext): Subject {
  const tab = context.getAuthenticationSession();
  const user = context.getUser() ?? tabNoteOfExistingUser(context);
  if (user !== null) return { kind: 'known', user, proven: isProvenHere(context) };
  const attempted = tab.getAuthNote(ATTEMPTED_NOTE);
  if (attempted !== null && context.getFlowPath() === RESET_CREDENTIALS)
    return { kind: 'named', name: attempted };
  return { kind: 'unknown', suggested: attempted ?? tab.getClientNote('login_hint') ?? '' };
}

/** The normalised address of an account, which it must have as its email; null if it has none. */
export function emailOf(user: UserModel): string | null {
  return normaliseOnServer(user.getEmail() ?? '');
}

/** Makes the tab show the user's own name instead of whatever was typed before. */
export function rememberName(context: AuthenticationFlowContext, user: UserModel): void {
  const tab = context.getAuthenticationSession();
  if (tab.getAuthNote(ATTEMPTED_NOTE) !== null) tab.setAuthNote(ATTEMPTED_NOTE, user.getUsername());
}
