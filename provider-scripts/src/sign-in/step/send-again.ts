/** Which of a step's links can be sent anew: only to an account that the step would let sign in. */
import type { KeycloakSession } from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { lockOf } from '../../accounts/brute-force.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { findStep, type OwnStep } from '../../realm/flow/own-step.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { allowsBackendLinks } from '../../realm/settings/enabled.ts';
import { canOpenTab, continuesAnywhere, type StepLink } from './tab.ts';
import { needsOtherProof } from './unverified.ts';

/** The link's step, if a new link to the same account would lead on; null otherwise. */
export function stepToSendAgain(session: KeycloakSession, link: StepLink): OwnStep | null {
  const { userId, email, request } = link.row;
  const { byBackend, returnGrant, step: id } = request;
  const step = id === undefined ? null : findStep(session, id);
  if (step === null || !hasLink(step.settings) || returnGrant !== undefined) return null;
  const realm = requireRealm(session);
  if (byBackend === true && !allowsBackendLinks(realm)) return null;
  const user = userId === null ? null : session.users().getUserById(realm, userId);
  if (user === null || !user.isEnabled() || lockOf(session, user) !== null) return null;
  if (!hasAddress(user, email) || needsOtherProof(session, step.settings, user)) return null;
  // Other flows' links continue only in the tab that requested them.
  const isInTabAlone = byBackend !== true && !continuesAnywhere(link.step.flowPath);
  return isInTabAlone || canOpenTab(session, link, step.flowId) ? step : null;
}
