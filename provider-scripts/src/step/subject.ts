/** For whom a step runs: a user whom the flow has identified, a name that was given in it, or anybody. */
import type { AuthenticationFlowContext, UserModel } from 'keycloak';
import { normaliseOnServer } from '../address/idn.ts';
import { existingUserId, hasChangedProfile } from './keycloak-notes.ts';
import { type Executed, isProvenBy } from './proven-here.ts';

/** `named`: in *forgot password*, a name without an account, which must look like any other. */
export type Subject =
  | { kind: 'known'; user: UserModel; proven: boolean }
  | { kind: 'named'; name: string }
  | { kind: 'unknown'; suggested: string };

/** Keycloak's note of the name that was typed on an earlier page (`AbstractUsernameFormAuthenticator`). */
const ATTEMPTED_NOTE = 'ATTEMPTED_USERNAME';
/** Keycloak's note that its pages show that name also where no account has it. */
const SHOW_ATTEMPTED_NOTE = 'USERNAME_HIDDEN';
const RESET_CREDENTIALS = 'reset-credentials';

/** Finds it out. */
export function subjectOf(context: AuthenticationFlowContext): Subject {
  const tab = context.getAuthenticationSession();
  const user = context.getUser() ?? existingUser(context);
  if (user !== null) return { kind: 'known', user, proven: isProvenBy(executedIn(context)) };
  const attempted = tab.getAuthNote(ATTEMPTED_NOTE);
  if (attempted !== null && context.getFlowPath() === RESET_CREDENTIALS) {
    tab.setAuthNote(SHOW_ATTEMPTED_NOTE, 'true');
    return { kind: 'named', name: attempted };
  }
  return { kind: 'unknown', suggested: attempted ?? tab.getClientNote('login_hint') ?? '' };
}

function existingUser(context: AuthenticationFlowContext): UserModel | null {
  const tab = context.getAuthenticationSession();
  const id = existingUserId(context.getFlowPath(), (name) => tab.getAuthNote(name));
  return id === null ? null : context.getSession().users().getUserById(context.getRealm(), id);
}

/** What the tab's flow has run so far. */
function executedIn(context: AuthenticationFlowContext): Executed[] {
  const statuses = context.getAuthenticationSession().getExecutionStatus();
  const executed: Executed[] = [];
  for (const id of statuses.keySet().toArray()) {
    const execution = context.getRealm().getAuthenticationExecutionById(id);
    const authenticator = execution === null ? null : execution.getAuthenticator();
    executed.push({ status: String(statuses.get(id)), authenticator });
  }
  return executed;
}

/** Whether a user can't pass the step: without an address, or where the account was chosen by what was typed after the provider. */
export function isUnconfigured(context: AuthenticationFlowContext, user: UserModel): boolean {
  const tab = context.getAuthenticationSession();
  return emailOf(user) === null || hasChangedProfile((name) => tab.getAuthNote(name));
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
