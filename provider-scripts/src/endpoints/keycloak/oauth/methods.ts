/** How users were authenticated, as the claim `amr` of clients with Keycloak's mapper for it tells (RFC 8176). */
import type { RealmModel, UserSessionModel } from 'keycloak';
import { toJava } from '../../../platform/engine/to-java.ts';
import { isStep } from '../../../realm/flow/step-ids.ts';
import { kindOf } from '../../../realm/settings/enabled.ts';
import { NOTES } from '../../../sign-in/tabs/notes.ts';
import { SESSION_IMPERSONATOR_NOTE } from '../../../sign-in/tabs/resume-sign-in.ts';
import { methodsOf } from './method-values.ts';

const AmrUtils = Java.type('org.keycloak.protocol.oidc.utils.AmrUtils');
const AuthenticatorUtils = Java.type('org.keycloak.authentication.authenticators.util.AuthenticatorUtils');
const Constants = Java.type('org.keycloak.models.Constants');

/** The mapper's function as the host calls it. */
export const METHODS = {
  /** Lists the methods of a session: those of Linkgate's step by what it was passed with, those of others as Keycloak does. */
  list(session: UserSessionModel, realm: RealmModel): unknown {
    const note = session.getNote(Constants.AUTHENTICATORS_COMPLETED);
    const completed = AuthenticatorUtils.parseCompletedExecutions(note);
    const own = AuthenticatorUtils.parseCompletedExecutions(note);
    const kind = kindOf(realm);
    let isNamed = false;
    for (const id of completed.keySet().toArray()) {
      const execution = realm.getAuthenticationExecutionById(id);
      const isOwn = execution !== null && isStep({ authenticator: execution.getAuthenticator() }, kind);
      if (isOwn) isNamed = isNamed || hasValue(realm, execution.getAuthenticatorConfig());
      (isOwn ? completed : own).remove(id);
    }
    const named = AmrUtils.getAuthenticationExecutionReferences(own, realm);
    const proven = {
      method: session.getNote(NOTES.provenBy.name),
      isReturned: session.getNote(SESSION_IMPERSONATOR_NOTE) !== null,
    };
    return toJava([
      ...methodsOf(proven, isNamed ? texts(named) : null),
      ...texts(AmrUtils.getAuthenticationExecutionReferences(completed, realm)),
    ]);
  },
};

/** Whether a step's settings name a value for the claim. */
function hasValue(realm: RealmModel, configId: string | null): boolean {
  const config = configId === null ? null : realm.getAuthenticatorConfigById(configId)?.getConfig();
  return (config?.get(Constants.AUTHENTICATION_EXECUTION_REFERENCE_VALUE) ?? '') !== '';
}

function texts(list: Iterable<string>): string[] {
  const found: string[] = [];
  for (const text of list) found.push(text);
  return found;
}
