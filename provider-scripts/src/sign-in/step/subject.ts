/** For whom a step runs: a user whom the flow has identified, a name that was given in it, or anybody. */
import type { AuthenticationFlowContext, AuthenticationSessionModel, UserModel } from 'keycloak';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { RESET_CREDENTIALS } from '../../platform/keycloak/flow-paths.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';
import { stepsOf } from '../tabs/basis.ts';
import { existingUserId, hasChangedProfile } from '../tabs/keycloak-notes.ts';
import { liveSession } from '../tabs/link-session.ts';
import { note } from '../tabs/notes.ts';
import { type Executed, isAfterCookie, isProvenBy } from './proven-here.ts';

const AuthenticationManager = Java.type('org.keycloak.services.managers.AuthenticationManager');

/** `known`: with the name that was typed, if it was; `named`: a name without an account, given on an earlier page that treats it like any other; `mayBeNew`: it may sign up. */
export type Subject =
  | { kind: 'known'; user: UserModel; proven: boolean; name: string | null }
  | { kind: 'named'; name: string; mayBeNew: boolean }
  | { kind: 'unknown'; suggested: string };

/** A step that runs: its settings, and for whom. */
export interface StepRun {
  settings: StepSettings;
  subject: Subject;
}

/** Keycloak's note of the name that was typed on an earlier page (`AbstractUsernameFormAuthenticator`). */
export const ATTEMPTED_NOTE = 'ATTEMPTED_USERNAME';
/** Keycloak's note that its pages show that name instead of a field, also where no account has it: after an organization's page. */
export const SHOW_ATTEMPTED_NOTE = 'USERNAME_HIDDEN';
/** Keycloak's note that the session doesn't count: `prompt=login`, `max_age`. */
const FORCED_NOTE = AuthenticationManager.FORCED_REAUTHENTICATION;

/** Finds it out. */
export function subjectOf(context: AuthenticationFlowContext): Subject {
  const tab = context.getAuthenticationSession();
  const user = context.getUser() ?? existingUser(context);
  const attempted = tab.getAuthNote(ATTEMPTED_NOTE);
  if (user !== null) return { kind: 'known', user, proven: isProven(context, user), name: attempted };
  const isReset = context.getFlowPath() === RESET_CREDENTIALS;
  if (attempted !== null && (isReset || tab.getAuthNote(SHOW_ATTEMPTED_NOTE) === 'true')) {
    tab.setAuthNote(SHOW_ATTEMPTED_NOTE, 'true');
    return { kind: 'named', name: attempted, mayBeNew: !isReset };
  }
  return { kind: 'unknown', suggested: attempted ?? tab.getClientNote('login_hint') ?? '' };
}

function existingUser(context: AuthenticationFlowContext): UserModel | null {
  const tab = context.getAuthenticationSession();
  const id = existingUserId(context.getFlowPath(), (name) => tab.getAuthNote(name));
  return id === null ? null : context.getSession().users().getUserById(context.getRealm(), id);
}

/** Whether another factor has proven the user in this tab, or in the session that this tab steps up. */
function isProven(context: AuthenticationFlowContext, user: UserModel): boolean {
  const executed = executedIn(context);
  if (isProvenBy(executed)) return true;
  const mustReauthenticate = context.getAuthenticationSession().getAuthNote(FORCED_NOTE) === 'true';
  if (mustReauthenticate || !isAfterCookie(executed)) return false;
  return liveSession(context.getSession())?.getUser()?.getId() === user.getId();
}

/** What the tab's flow has run so far for its user. */
function executedIn(context: AuthenticationFlowContext): Executed[] {
  return stepsOf(context.getAuthenticationSession()).map(({ id, status }) => {
    const execution = context.getRealm().getAuthenticationExecutionById(id);
    return { status, authenticator: execution === null ? null : execution.getAuthenticator() };
  });
}

/**
 * Whether a user can't pass the step: without an address, unless by a link that was opened, or where the account was chosen by what was typed after
 * the provider.
 */
export function isUnconfigured(context: AuthenticationFlowContext, user: UserModel): boolean {
  const tab = context.getAuthenticationSession();
  return (emailOf(user) === null && !hasLink(tab)) || hasChangedProfile((name) => tab.getAuthNote(name));
}

/** Whether a link was opened for a tab's step, or has completed it: the step then needs no page. */
export function hasLink(tab: AuthenticationSessionModel | null): boolean {
  return tab !== null && (note(tab, 'confirmed') !== null || note(tab, 'completed') !== null);
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
