/** What Keycloak's flows have found out, from its notes in the tab. */
import { FIRST_BROKER_LOGIN } from '../../platform/keycloak/flow-paths.ts';

/** Returns a note of the tab by its name, or null. */
type Note = (name: string) => string | null;

/** The account that has the address or name of the user who comes from an identity provider; JSON. */
export const EXISTING_NOTE = 'EXISTING_USER_INFO';
/** Whether the user changed them on the page before (`AbstractIdentityProvider`): then they prove nothing about who this is. */
const CHANGED_NOTES = ['UPDATE_PROFILE_USERNAME_CHANGED', 'UPDATE_PROFILE_EMAIL_CHANGED'] as const;

/** The user whom an emailed token proved (`DefaultActionTokenKey`): a flow of *Forgot password* asks for no name then. */
export const ACTION_TOKEN_USER_NOTE = 'ACTION_TOKEN_USER';

/** The id of the account that first broker login will link to the provider, chosen before the user has proven anything; null in any other flow. */
export function existingUserId(flowPath: string, note: Note): string | null {
  const existing = flowPath === FIRST_BROKER_LOGIN ? note(EXISTING_NOTE) : null;
  return existing === null ? null : (JSON.parse(existing) as { existingUserId: string }).existingUserId;
}

/** Whether the user typed another name or address there: Keycloak's own email is not sent then, either. */
export function hasChangedProfile(note: Note): boolean {
  return CHANGED_NOTES.some((name) => note(name) === 'true');
}
