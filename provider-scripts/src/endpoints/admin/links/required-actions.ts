/** What an account that a link creates has to do at its first sign-in: Keycloak's required actions. */
import type { KeycloakSession } from 'keycloak';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';

/** A problem if the realm lacks one of the actions, or has disabled it. */
export function unknownActions(session: KeycloakSession, given: readonly string[]): FieldProblem | null {
  if (given.length === 0) return null;
  const enabled: string[] = [];
  for (const action of requireRealm(session).getRequiredActionProvidersStream().toList())
    if (action.isEnabled()) enabled.push(action.getAlias());
  return given.every((one) => enabled.includes(one))
    ? null
    : fieldProblem('required_actions', 'required_action_unknown', { choices: enabled.sort().join(', ') });
}
