/** The user of a request for the page. */

import type { KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { isProofRecent } from '../../accounts/recent-proof.ts';
import { hasSecondFactor, wasFactorProvenRecently } from '../../accounts/second-factor.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { ACCOUNT_CLIENT } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { boundFlow } from '../../realm/flow/flow.ts';
import { type WayToFactor, wayToFactor } from '../../sign-in/second-factor/way.ts';
import { OWN_PROOF_NOTE } from '../../sign-in/tabs/notes.ts';

/** What a new sign-in asks for: `any` proof, the second factor as the flow `asks` or once it is given one that does (`give`), or `none` can be asked for. */
export type ProofAgain = 'any' | WayToFactor;

/** The user who is signed in in this browser. */
export interface SignedIn {
  session: KeycloakSession;
  live: UserSessionModel;
  user: UserModel;
}

/** Whether the user was proven recently in this session: one who has a second factor, by that, too. */
export function wasProvenRecently({ live, user }: SignedIn): boolean {
  const provenAt = live.getNote(OWN_PROOF_NOTE);
  return (
    isProofRecent(provenAt === null ? null : Number(provenAt), currentTime()) &&
    (wasFactorProvenRecently(live) || !hasSecondFactor(user))
  );
}

/** What a new sign-in of the user asks for. */
export function proofAgain({ session, user }: SignedIn): ProofAgain {
  const realm = requireRealm(session);
  const client = realm.getClientByClientId(ACCOUNT_CLIENT);
  if (client === null || !hasSecondFactor(user)) return 'any';
  return wayToFactor(session, client, user, boundFlow(realm, client), false);
}
